"""The offline table in a real browser: a whole game by clicking, and a page that follows and loses nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.chromium import ARGUMENTS, CHROMIUM, missing
from tests.support.processes import Program, running

playwright = pytest.importorskip("playwright.sync_api")

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=missing()),
    pytest.mark.xdist_group("browser"),
]

#: Press the first choice of the newest private hand, as soon as the page takes it.
PLAY = """() => {
  const messages = [...document.querySelectorAll('#channel-message-list article')].reverse();
  if (messages.some(m => [...m.querySelectorAll('button')].some(b => b.textContent === 'Rematch'))) return 'over';
  const hand = messages.find(m => /Only you can see this/.test(m.textContent));
  const choices = hand?.querySelectorAll('button.component-button[aria-disabled=false]') || [];
  const choice = [...choices].find(b => !/^(Back|Earlier choices|More choices)$/.test(b.textContent));
  if (!choice) return 'waiting';
  choice.click();
  return 'pressed';
}"""


@pytest.fixture(scope="module")
def table() -> Iterator[Program]:
    with running("-m", "offline", "--port", "0", "--pace", "quick") as program:
        yield program


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def enter(table: Program, browser: Any) -> Iterator[Callable[..., Any]]:
    """Open the page as a member, in a channel. Whatever goes wrong in its scripts fails the test."""
    address = table.wait_for(r"http://127\.0\.0\.1:\d+/")
    context = browser.new_context(viewport={"width": 1100, "height": 900}, bypass_csp=True)
    context.set_default_timeout(15_000)
    problems: list[str] = []

    def open_page(member: str = "Ann", channel: str = "cards") -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        for box, name in (("#places", f"#{channel}"), ("#people", member)):
            choice = page.locator(box).get_by_text(name, exact=True)
            if choice.get_attribute("aria-current") is None and choice.get_attribute("aria-pressed") != "true":
                choice.click()
        page.locator(f'#people [aria-pressed="true"]:text-is("{member}")').wait_for()
        page.locator(f'#channel-name:text-is("{channel}")').wait_for()
        page.wait_for_function("simcordPreview.ready")
        return page

    yield open_page
    context.close()
    assert problems == []


def messages(page: Any) -> Any:
    return page.locator("#channel-message-list")


def command(page: Any, name: str, **options: str) -> None:
    """Type a slash command as people do: pick it, add options, send it."""
    page.locator("#channel-composer-input").click()
    page.keyboard.type(f"/{name}")
    page.get_by_role("option", name=f"/{name}").first.wait_for()
    page.keyboard.press("Enter")
    for option, value in options.items():
        page.locator(".command-chip").click()
        page.get_by_role("option", name=option).click()
        page.locator(f'.command-option-input[data-option="{option}"]').fill(value)
    page.locator("#send-message").click()


def say(page: Any, text: str) -> None:
    """Write a message and see it."""
    page.locator("#channel-composer-input").fill(text)
    page.keyboard.press("Enter")
    messages(page).get_by_text(text.splitlines()[-1]).first.wait_for()


def press_until(button: Any, seen: Any) -> None:
    """Press as people do: once more, if nothing came of it because the page was just being drawn anew."""
    for patience in (5_000, 5_000, 15_000):
        button.click()
        try:
            seen.wait_for(timeout=patience)
        except playwright.TimeoutError:
            continue
        return
    raise AssertionError("nothing came of three presses")


def test_a_whole_game_by_clicking(enter: Callable[..., Any]) -> None:
    page = enter("Ann", "lounge")
    command(page, "fan-tan", deals="1", computers="6")
    messages(page).get_by_role("button", name="Start", exact=True).click()
    messages(page).get_by_role("button", name="My hand").click()
    messages(page).get_by_text("Your hand").first.wait_for()
    tile = messages(page).locator("button.component-button img").first
    tile.wait_for()
    page.wait_for_function("tile => tile.complete && tile.naturalWidth > 0", arg=tile.element_handle())

    pressed, end = 0, time.monotonic() + 50
    while (state := page.evaluate(PLAY)) != "over":
        assert time.monotonic() < end, f"not over after {pressed} presses"
        pressed += state == "pressed"
        page.wait_for_timeout(20)
    assert pressed >= 3, "seven cards, but the deal ends when somebody has laid all"
    messages(page).get_by_text("Fan Tan: the result").wait_for()
    assert not page.locator("#action-status[data-problem]").is_visible()


def test_the_page_follows_and_nothing_is_lost(enter: Callable[..., Any]) -> None:
    """Ann types, reads further up, has the command picker open; Björn and a computer play meanwhile."""
    ann, bjorn = enter("Ann"), enter("Björn")
    composer = ann.locator("#channel-composer-input")
    composer.click()
    ann.keyboard.type("is this still here")
    say(bjorn, "hello")
    begun = time.monotonic()
    messages(ann).get_by_text("hello").wait_for()
    assert time.monotonic() - begun < 1.5, "a page follows within a second, a little more on a busy machine"

    command(bjorn, "kontsina", computers="1")
    messages(bjorn).get_by_role("button", name="My hand").click()
    press_until(
        messages(bjorn).get_by_role("button", name=re.compile("^.*Lay ")).first,
        messages(bjorn).get_by_text(re.compile(r"Björn (lays|takes)")).first,
    )
    ann.keyboard.type(" and here")
    messages(ann).get_by_text(re.compile(r"Björn (lays|takes)")).first.wait_for()
    messages(ann).get_by_text(re.compile(r"\(computer\) (lays|takes)")).first.wait_for()
    ann.keyboard.type("?")
    assert composer.input_value() == "is this still here and here?"
    assert messages(ann).get_by_text("Your hand").count() == 0, "a hand is private"

    for number in range(2):
        say(bjorn, "\n".join(f"line {number}.{line}" for line in range(20)))
    messages(ann).get_by_text("line 1.19").wait_for()
    timeline = ann.locator("#channel-timeline")
    timeline.evaluate("box => { box.scrollTop = 40; }")
    composer.fill("")
    ann.keyboard.type("/kont")
    ann.get_by_role("option", name="/kontsina").wait_for()
    place = timeline.evaluate("box => box.scrollTop")
    say(bjorn, "something new")
    messages(ann).get_by_text("something new").wait_for(state="attached")
    ann.wait_for_timeout(600)
    assert timeline.evaluate("box => box.scrollTop") == pytest.approx(place, abs=2)
    assert ann.get_by_role("option", name="/kontsina").is_visible()
    ann.keyboard.press("Enter")
    ann.locator(".command-chip").wait_for()

    # A second table in a channel has a thread of its own, and its name leads there.
    command(bjorn, "kontsina", computers="1")
    messages(bjorn).locator("span.mention").last.click()
    bjorn.locator("#channel-name", has_text="Kontsina").wait_for()
    messages(bjorn).get_by_role("button", name="My hand").wait_for()


def test_a_form_is_written_as_it_opens_and_sent_off(enter: Callable[..., Any]) -> None:
    """Whispering to an ally: who types at once writes in the field, spaces too, while others go on playing."""
    ann = enter("Ann", "lounge")
    command(ann, "allierad", computers="2", clock="none")
    bjorn = enter("Björn", "lounge")
    lobby = messages(bjorn).locator("article").filter(has_text="Allierad").last
    lobby.get_by_role("button", name="Join", exact=True).click()
    messages(ann).get_by_text("Ready: the host can start.").last.wait_for()
    messages(ann).get_by_role("button", name="Start", exact=True).last.click()
    for page in (ann, bjorn):
        messages(page).get_by_role("button", name="My hand").last.click()
    choose = "Choose an ally …"
    while not (turn := [page for page in (ann, bjorn) if page.get_by_role("button", name=choose).count()]):
        ann.wait_for_timeout(100)  # the computers move first
    speaker, listener = (ann, bjorn) if turn[0] is ann else (bjorn, ann)
    said, heard = ("Ann", "Björn") if speaker is ann else ("Björn", "Ann")
    for label in (choose, heard, f"Yes, {heard} is my ally", f"Whisper to {heard}"):
        messages(speaker).get_by_role("button", name=label, exact=True).last.click()
    speaker.locator(".modal-dialog input:focus").wait_for()
    speaker.keyboard.type("c4 is yours")
    speaker.locator(".modal-dialog").get_by_role("button", name="Submit").click()
    messages(listener).get_by_text(f"{said} whispers: c4 is yours").wait_for()
    messages(speaker).get_by_text(f"You to {heard}: c4 is yours").wait_for()
