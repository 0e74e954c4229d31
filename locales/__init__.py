"""The sentences by language. English is the source; `python -m locales` collects the sentences and compiles catalogs."""
