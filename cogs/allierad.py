"""Allierad at the table: pawns over a board of open cards, the longest run, one alliance a game, and whispers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord.ext import commands

from cogs.allierad_scene import (
    SHORTEST,
    Played,
    ally_of,
    best_run,
    board_picture,
    card_on,
    ended_quietly,
    facts,
    last_round,
    pairs,
    reach,
    round_picture,
    run_in_words,
    taken_cards,
)
from cogs.building import GameCog
from cogs.kille_cards import deck_in_words
from cogs.score_columns import score_columns
from games.allierad import QUIET_LAPS, ROUNDS_PLAYED, TARGETS, VOTES_A_ROUND, Allierad, AllieradView, ranks_of, runs_of
from games.game import Event
from pictures.scene import HandStrip, Scene
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words

#: What the caption of the board may tell.
TOLD: Final = ("deal", "ally", "move", "blocked", "vote")
#: The steps of the hand that ask whom.
ALLY: Final = "ally"
VOTE: Final = "vote"
#: Minutes that a round takes, by seats.
ROUND: Final = {4: 7, 2: 4}
#: Rounds that are usually needed to reach the target, by seats.
NEEDED: Final = {4: 4, 2: 6}


class AllieradTable(Presentation):
    """How Allierad looks and speaks."""

    game = Allierad
    accent = 0x8A2B3F
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """Ten seconds a move; the target usually ends the game before the rounds do."""
        table = min(TARGETS, key=lambda allowed: (allowed < seats, allowed))
        needed: float = NEEDED[table] * (options.target or TARGETS[table]) / TARGETS[table]
        return max(ROUND[table], round(min(float(options.rounds), needed) * ROUND[table]))

    def phase(self, view: Any) -> str:
        """The board; at the end the hands."""
        return "over" if view.outcome is not None else "play"

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The board with the seats beside it; when the game is over the hands of the last round."""
        played = last_round(show)
        if show.view.outcome is not None and played is not None:
            return round_picture(show, played, self._winners(show))
        picture = show.for_picture()
        last = next((event for event in reversed(show.story) if event.kind in TOLD), None)
        said = "" if last is None or last.kind in ("deal", "ally") else self.sentence(last, picture)
        return board_picture(show, said or "")

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """The hands of a round, before the cards of the next one are laid out."""
        played = last_round(show)
        if played is None or played.told <= since or show.view.outcome is not None:
            return ()
        said = self._round(played.event, show)
        return (Stage(round_picture(show, played, self._round_caption(show, played)), said, played.told),)

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The hands of the round before."""
        played = last_round(show)
        if played is None:
            return None
        return self._round(played.event, show), round_picture(show, played, self._round_caption(show, played))

    def trick_label(self, words: Words) -> str:
        """What the button of the round before says."""
        return words.say("Last round")

    def _round_caption(self, show: Show, played: Played) -> str:
        words, winner, number = show.words, played.event["winner"], played.event["round"]
        if winner is None:
            return words.say("Round {round} is drawn", round=number)
        return words.say("{name} wins round {round}", name=show.plain(winner), round=number)

    @staticmethod
    def _winners(show: Show) -> str:
        outcome = show.view.outcome
        names = [
            show.words.say("{name} {points}", name=show.plain(seat), points=outcome.scores[seat])
            for seat in outcome.winners
        ]
        return show.words.say("First: {names}", names=names)

    def status(self, show: Show) -> str:
        """Whose turn it is, how long nobody has taken a card, and how the votes stand."""
        view: AllieradView = show.view
        words = show.words
        name = show.name(view.to_act[0])
        doing = words.say("Round {round}: **{name}** is to move.", round=view.round, name=name)
        return " ".join((doing, *self._notes(show)))

    @staticmethod
    def _notes(show: Show) -> Iterator[str]:
        view: AllieradView = show.view
        words = show.words
        if view.quiet >= view.seats:
            yield words.plural(
                "{count} turn of {most} without a card.",
                "{count} turns of {most} without a card.",
                view.quiet,
                most=QUIET_LAPS * view.seats,
            )
        for seat in range(view.seats):
            votes = view.votes.count(seat)
            if votes:
                yield words.say(
                    "The hand of {name} is called unbeatable by {votes} of {most}.",
                    votes=votes,
                    most=view.seats - 1,
                    name=show.name(seat),
                )

    def written(self, show: Show) -> str:
        """The table as text: the board row by row, then the seats."""
        view: AllieradView = show.view
        words = show.words
        lines = [
            words.say(
                "**{title}**, round {round} of {rounds}",
                title=self.game.title,
                round=view.round,
                rounds=view.options.rounds,
            )
        ]
        rows = len(view.board)
        pawns = {square: seat for seat, square in enumerate(view.pawns)}
        for number, row in enumerate(view.board):
            squares = []
            for column, card in enumerate(row):
                square = f"{'abcdefg'[column]}{rows - number}"
                squares.append(f"{square} {words.card(card) if card else '–'}")
                if square in pawns:
                    squares[-1] += words.say(" (pawn of {name})", name=show.name(pawns[square]))
            lines.append(" · ".join(squares))
        for seat in range(view.seats):
            lines.append(f"{show.name(seat)}: {', '.join(facts(show, seat))}")
        return "\n".join((*lines, *self._alliance(show), *self._notes(show)))

    @staticmethod
    def _alliance(show: Show) -> Iterator[str]:
        sides = pairs(show.view)
        if sides is not None:
            (chooser, chosen), (one, two) = sides
            yield show.words.say(
                "Allies: {chooser}, who chose, and {chosen}; {one} and {two}.",
                chooser=show.name(chooser),
                chosen=show.name(chosen),
                one=show.name(one),
                two=show.name(two),
            )

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        name = show.name(event["seat"]) if "seat" in event.facts else ""
        match event.kind:
            case "deal":
                return words.say(
                    "Round {round}: {name} lays out the cards.", round=event["round"], name=show.name(event["dealer"])
                )
            case "ally":
                return words.say("{name} chooses {other} as ally.", name=name, other=show.name(event["chosen"]))
            case "move" if event["card"] is None:
                return words.say("{name} goes to {square}.", name=name, square=event["square"])
            case "move":
                return words.say(
                    "{name} takes {card} on {square}.", name=name, card=event["card"], square=event["square"]
                )
            case "blocked":
                return words.say("{name} cannot move.", name=name)
            case "vote" if event["for"] is None:
                return words.say("{name} withdraws the vote.", name=name)
            case "vote":
                return words.say(
                    "{name} calls the hand of {other} unbeatable.", name=name, other=show.name(event["for"])
                )
            case "round":
                return self._round(event, show)
        return None

    def _round(self, event: Event, show: Show) -> str:
        words = show.words
        said = [self._won(event, show)]
        if ended_quietly(event, show):
            said.insert(0, words.say("Three laps without a card end the round."))
        return " ".join(said)

    @staticmethod
    def _won(event: Event, show: Show) -> str:
        words, winner = show.words, event["winner"]
        if winner is None:
            return words.say("Round {round} is drawn: the best hands are equal.", round=event["round"])
        won = [
            words.say("{name} {points}", name=show.name(seat), points=points)
            for seat, points in enumerate(event["points"])
            if points
        ]
        said = words.say(
            "{name} wins round {round}: {run}.",
            name=show.name(winner),
            round=event["round"],
            run=run_in_words(show, event["runs"][winner]),
        )
        if not won:
            return f"{said} {words.say('The chooser has won, so nobody gets points.')}"
        return f"{said} {words.say('Points: {names}.', names=won)}"

    def score_table(self, show: Show) -> str:
        """The points of every round, then the totals."""
        view: AllieradView = show.view
        words = show.words
        rows = [
            (str(event["round"]), [str(points) for points in event["points"]])
            for event in show.story
            if event.kind == "round"
        ]
        rows.append(("=", [str(score) for score in view.scores]))
        goal = view.options.target or TARGETS[view.seats]
        end = words.say(
            "The game ends at {target} points, or after {rounds} rounds.", target=goal, rounds=view.options.rounds
        )
        return "\n".join((score_columns([show.plain(seat) for seat in range(view.seats)], rows), end))

    def ended(self, show: Show) -> str:
        """That somebody has enough points, or that the rounds were played."""
        view: AllieradView = show.view
        words, outcome = show.words, view.outcome
        assert outcome is not None
        if outcome.reason == ROUNDS_PLAYED:
            return words.say("Round {round} was the last.", round=view.options.rounds)
        return words.say("{target} points end the game.", target=view.options.target or TARGETS[view.seats])

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: AllieradView = show.view
        words = show.words
        if view.turn is None:
            return words.say("The game is over.")
        if show.seat == view.turn:
            return words.say("**Your turn**: move your pawn from {square}.", square=view.pawns[show.seat])
        return words.say("Waiting for {name}.", name=show.name(view.turn))

    def hand(self, show: Show) -> HandStrip | None:
        """The cards that the owner has taken, the best run in gold."""
        cards = taken_cards(show.view.hands[show.seat], "gold")
        if not cards:
            return None
        title = run_in_words(show, best_run(show.view.hands[show.seat]))
        return HandStrip(cards, "wine", title=title, words=show.words.say("Your cards"))

    def hand_written(self, show: Show) -> str:
        """The cards taken, their runs, the ally and the own vote."""
        view: AllieradView = show.view
        words, own = show.words, show.seat
        hand = view.hands[own]
        if not hand:
            lines = [words.say("You have taken no card in this round.")]
        else:
            lines = [words.say("Your cards: {cards}", cards=hand)]
            runs = [ranks_of(run) for run in runs_of(hand)]
            names = [
                words.say(
                    "{low} to {high} ({length})", low=words.card(run[0]), high=words.card(run[-1]), length=len(run)
                )
                for run in runs
                if len(run) >= SHORTEST
            ]
            lines.append(words.say("Runs: {names}", names=names) if names else words.say("No run yet."))
        lines += self._own_ally(show)
        vote = view.votes[own]
        if vote is not None:
            lines.append(words.say("You call the hand of {name} unbeatable.", name=show.name(vote)))
        return "\n".join(lines)

    @staticmethod
    def _own_ally(show: Show) -> Iterator[str]:
        """Who the ally is, and who chose: on that depends what a win brings."""
        view, words = show.view, show.words
        ally = ally_of(view, show.seat)
        if ally is None or view.outcome is not None:
            return
        name = show.name(ally)
        if view.alliance == (show.seat, ally):
            yield words.say("You chose {name} as your ally: if you win, nobody gets points.", name=name)
        elif view.alliance == (ally, show.seat):
            yield words.say("{name} chose you as ally: if you win, you get 7 and {name} gets 3.", name=name)
        else:
            yield words.say("Your ally is {name}: if one of you wins, that one gets 6 and the other 4.", name=name)

    def menu(self, show: Show, path: str) -> Menu:
        """Where to; behind steps, whom to choose as an ally, which is asked twice, and which hand is unbeatable."""
        words = show.words
        if path == ALLY and self._allies(show):
            return Menu(words.say("Whom do you choose as your ally, for the whole game?"), self._allies(show))
        if path.startswith("ally ") and path in show.moves:
            return self._ally_menu(show, path)
        if path == VOTE and self._votes(show):
            left = VOTES_A_ROUND - show.view.votes_cast[show.seat]
            return Menu(
                words.say("Which hand cannot be beaten? When all others say so of one hand, the round ends."),
                self._votes(show),
                reason=words.plural("One vote left in this round.", "{count} votes left in this round.", left),
            )
        choices = [destination(show, move.split()[1]) for move in show.moves if move.startswith("to ")]
        if self._allies(show):
            choices.append(Choice(words.say("Choose an ally …"), path=ALLY, tone="say"))
        if self._votes(show):
            choices.append(Choice(words.say("Call a hand unbeatable …"), path=VOTE, tone="say"))
        if "withdraw" in show.moves:
            choices.append(Choice(words.say("Withdraw my vote"), move="withdraw", tone="danger"))
        return Menu("", tuple(choices))

    @staticmethod
    def _allies(show: Show) -> tuple[Choice, ...]:
        return tuple(
            Choice(show.plain(int(move.split()[1]) - 1), path=move, tone="say")
            for move in show.moves
            if move.startswith("ally ")
        )

    @staticmethod
    def _votes(show: Show) -> tuple[Choice, ...]:
        words = show.words
        return tuple(
            Choice(
                words.say("{name} cannot be beaten", name=show.plain(int(move.split()[1]) - 1)), move=move, tone="say"
            )
            for move in show.moves
            if move.startswith("unbeatable ")
        )

    @staticmethod
    def _ally_menu(show: Show, path: str) -> Menu:
        view: AllieradView = show.view
        words = show.words
        chosen = int(path.split()[1]) - 1
        others = [show.name(seat) for seat in range(view.seats) if seat not in (show.seat, chosen)]
        ask = words.say(
            "Do you want {name} as your ally, for the whole game? Nobody can refuse, and {names} become allies too. "
            "If you win a round, nobody gets points; if {name} wins, {name} gets 7 and you get 3; if one of the others "
            "wins, that one gets 6 and the other 4.",
            name=show.name(chosen),
            names=others,
        )
        sure = Choice(words.say("Yes, {name} is my ally", name=show.plain(chosen)), move=path, tone="danger")
        return Menu(ask, (sure,), back=ALLY)

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """Where the pawn in turn can go: everything lies open."""
        return tuple(destination(show, square) for square in reach(show.view))

    def confidants(self, view: Any, seat: int) -> tuple[int, ...]:
        """Allies may whisper."""
        ally = ally_of(view, seat)
        return () if ally is None or view.outcome is not None else (ally,)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Allierad"),
                words.say("Four players, or two. Move your pawn over the cards and gather the longest run."),
                deck_in_words(words),
                words.say("### A round"),
                words.say(
                    "All 42 cards lie face up, seven by six, a pawn in each corner (two players: 25 cards, five by five). "
                    "In turn, from the dealer's left, move your pawn straight up, down, left or right, as far as you like, "
                    "but not onto or past a pawn. You take the card on which it stops; an empty square may be chosen, too. "
                    "Who can move must move."
                ),
                words.say(
                    "The round ends with the last card, when all others call one hand unbeatable, or after three laps "
                    "in which nobody took a card."
                ),
                words.say("### Who wins it"),
                words.say(
                    "The longest *run*: cards that follow each other in rank, each rank counted once. Example: 12, Värdshus, "
                    "Kavall and Gris are a run of four; with the Husar it would be five. Equally long runs: the higher top "
                    "card wins; then the next best runs are compared."
                ),
                words.say("### Allies"),
                words.say(
                    "Once in a game of four, before moving, a player may choose an ally; the other two are allies then. It "
                    "holds for all later rounds. Allies can **whisper** to each other.\n"
                    "- No alliance: the winner gets 10.\n"
                    "- The player who *chose* wins: nobody gets anything.\n"
                    "- The one who *was chosen* wins: 7, and 3 for the chooser.\n"
                    "- One of the others wins: 6, and 4 for the ally.\n"
                    "Two players: 1 for the winner. The game ends after the round in which somebody reaches 20 points (two "
                    "players: 4), or after 12 rounds; both are options."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- A run is of consecutive ranks; there is no step from Harlekin to Blare.\n"
                    "- The card under a pawn at the start stays on the board.\n"
                    "- Votes only end the round, the cards decide it. Three votes a round each; a vote holds until it is "
                    "changed or withdrawn.\n"
                    "- Equal in all: the round is drawn, and counts.\n"
                    "- Nobody can refuse an alliance, and nothing that is whispered binds anybody."
                ),
            )
        )


def destination(show: Show, square: str) -> Choice:
    """The button of a square: its name and the card on it; an empty one is grey and has its name alone."""
    card = card_on(show.view, square)
    if card is None:
        return Choice(square, move=f"to {square}", tone="say")
    return Choice(f"{square} {show.words.card(card)}", move=f"to {square}", card=card)


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, AllieradTable()))
