"""Every short wait of the bot in one object, so that tests can take them away and look at each alone."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Pace:
    """All short waits, in seconds.

    `answer_within`: an answer that has sent nothing defers by itself. `human`: how long a computer seems to think.
    `coalesce`: the least time between two edits in one channel. `retry`: before a call to Discord is tried again.
    `mention_after`: how long the next player may be silent before being mentioned once. `upload`: between two emojis.
    `stage`: how long a moment on the way to the present one is shown. `grace`: how long the first press of a race is
    held, so that others that were made earlier may arrive.
    """

    answer_within: float = 1.0
    human: float = 1.4
    coalesce: float = 1.5
    retry: float = 0.5
    mention_after: float = 20.0
    upload: float = 1.0
    stage: float = 3.0
    grace: float = 0.4

    def with_changes(self, **waits: float) -> Pace:
        """The same pace with some waits changed."""
        return replace(self, **waits)


#: For tests: no wait at all, but an answer still defers before Discord gives up.
NO_WAITS = Pace(
    answer_within=0.8, human=0.0, coalesce=0.0, retry=0.0, mention_after=20.0, upload=0.0, stage=0.0, grace=0.0
)
