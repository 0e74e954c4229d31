# Everything runs in .venv, made on demand; a machine needs Python 3.11 with venv and nothing else.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: run test lint types unit soak screenshots sprites bench catalogs clean

$(STAMP): requirements.txt requirements-dev.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: $(STAMP)            ## with DISCORD_TOKEN: Discord; without: the offline table in a browser
	@$(BIN)/python -m offline.choose

test: lint types unit    ## everything that CI runs

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

unit: $(STAMP)
	$(BIN)/python -m pytest -n 2

soak: $(STAMP)           ## what takes longer than two minutes
	KUKU_SOAK=1 $(BIN)/python -m pytest -n 2 --timeout 1800 tests/soak tests/table/test_any_sequence.py tests/games/test_every_game.py

screenshots: $(STAMP)    ## lobby, table, hand and result in Chromium, to shots/, and docs/gallery
	$(BIN)/python -m tests.support.screenshots
	$(BIN)/python -m tests.support.screenshots gallery

catalogs: $(STAMP)       ## collect the sentences into locales/kuku.pot and compile the catalogs
	$(BIN)/python -m locales

sprites: $(STAMP)        ## draw the cards anew (needs the art requirements)
	$(BIN)/python -m pip install --quiet -r requirements-art.txt
	$(BIN)/python -m pictures.build

bench: $(STAMP)          ## the speed tables, with their peers
	$(BIN)/python -m pip install --quiet -r requirements-bench.txt
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis shots
