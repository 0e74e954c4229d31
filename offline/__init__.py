"""The same bot on a simulated Discord server, with a page in the browser: no token, no network."""
