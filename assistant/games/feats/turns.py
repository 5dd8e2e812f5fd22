"""Who speaks first and whose turn it is to make a statement (F-050 to F-056). Values in, values out."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.feats import edit, fight
from assistant.games.feats.config import Config
from assistant.games.feats.state import Attack, Contest, Feat, Play, Roll, Statement
from assistant.games.feats.terms import Kind, Outcome, Reason, Side


@dataclass(frozen=True)
class Party:
    """One side of a comparison with what it rolled."""

    who: str
    """A character's id, or :data:`state.DIFFICULTY`."""
    side: Side
    successes: int
    dice: int
    """How many dice it rolled, as a tie counts them (A03)."""
    hero: bool
    """A player character, whoever plays it (F-053)."""


@dataclass(frozen=True)
class Tale:
    """One comparison while it is told. ``parties``: whoever has something to tell, the first speaker first."""

    id: str
    parties: tuple[Party, ...]
    statements: tuple[Statement, ...]
    charged: tuple[str, ...]
    outcome: Outcome | None
    needed: int = 1

    @property
    def blank(self) -> bool:
        """Nobody scored: the first speaker has one free statement (F-054)."""
        return not any(party.successes for party in self.parties)

    def party(self, side: Side) -> Party | None:
        """The (first) party on that side."""
        return next((one for one in self.parties if one.side is side), None)

    def left(self, party: Party) -> int:
        """Statements it may still make (F-050)."""
        free = int(self.blank and party == self.parties[0])
        spent = sum(one.who == party.who for one in self.statements) + self.charged.count(party.who)
        return party.successes + free - spent

    @property
    def turn(self) -> Party | None:
        """Whose statement is next: the sides alternate, and who has none left is passed over (F-055, F-056)."""
        if not self.statements:
            return self.parties[0] if self.parties else None
        last = next(n for n, one in enumerate(self.parties) if one.who == self.statements[-1].who)
        in_turn = (*self.parties[last + 1 :], *self.parties)
        return next((one for one in in_turn if self.left(one) > 0), None)


def party(state: Play, who: str, side: Side, roll: Roll | None) -> Party:
    """A side with its roll."""
    assert roll is not None  # nobody compares what has not fallen
    config = state.config
    again = len(roll.rerolled) if config.tie.count_rerolled else 0
    character = state.character(who)
    hero = character is not None and character.kind is Kind.PC
    return Party(who, side, roll.successes(config.dice.success_from), roll.size + again, hero)


def compared(config: Config, acting: Party, reacting: Party) -> tuple[Side | None, Reason]:
    """Who states first, and why (F-051 to F-054). No side: ZERO, nobody tells it; ROLL_OFF, a d6 each decides."""
    if acting.successes != reacting.successes:
        return _more(acting.successes, reacting.successes), Reason.SUCCESSES
    zero = acting.successes == 0
    if zero and config.tie.zero_zero == "nobody":
        return None, Reason.ZERO
    if acting.dice != reacting.dice:
        return _more(acting.dice, reacting.dice), Reason.ZERO if zero else Reason.DICE
    side = tied(config, acting, reacting)
    if side is None:
        return None, Reason.ROLL_OFF
    return side, Reason.ZERO if zero else Reason.TIE


def _more(acting: int, reacting: int) -> Side:
    return Side.ACTING if acting > reacting else Side.REACTING


def tied(config: Config, acting: Party, reacting: Party) -> Side | None:
    """A full tie (F-053, A01)."""
    rule = config.tie.equal_dice
    if rule == "roll_off":
        return None
    if rule == "acting" or acting.hero == reacting.hero:
        return Side.ACTING if rule == "acting" else Side.REACTING
    hero = Side.ACTING if acting.hero else Side.REACTING
    return hero.other if rule == "gm" else hero


def told(state: Play, feat: Feat, contest: Contest, prefix: str = "") -> Tale:
    """A contest of a feat whose dice lie on the table. ``prefix``: of a combatant's feat, ``ben.`` (F-120)."""
    in_turn = state.config.opposed.many == "ranking" and len(feat.contests) > 1
    parties = ranked(state, feat) if in_turn else _pair(state, feat, contest)
    if contest.skipped:
        parties = ()
    return Tale(prefix + contest.id, parties, contest.statements, contest.charged, contest.outcome, feat.needed)


def sides(state: Play, feat: Feat, contest: Contest) -> tuple[Party, Party]:
    """The acting and the reacting side of a contest that is rolled."""
    acting = party(state, feat.actor, Side.ACTING, feat.roll)
    return acting, party(state, contest.reactor, Side.REACTING, contest.roll)


def _pair(state: Play, feat: Feat, contest: Contest) -> tuple[Party, ...]:
    acting, reacting = sides(state, feat, contest)
    if contest.first is None:
        return ()
    return (acting, reacting) if contest.first is Side.ACTING else (reacting, acting)


def ranked(state: Play, feat: Feat) -> tuple[Party, ...]:
    """All sides in one sequence (A25): by successes, dice, the tie rule, as declared."""
    everybody = [party(state, feat.actor, Side.ACTING, feat.roll)]
    everybody += [sides(state, feat, contest)[1] for contest in feat.contests]
    return tuple(sorted(everybody, key=lambda one: (-one.successes, -one.dice, *_tie_rank(state.config, one))))


def _tie_rank(config: Config, one: Party) -> tuple[bool, bool]:
    acting = one.side is Side.ACTING
    ahead = {"acting": acting, "gm": not one.hero}.get(config.tie.equal_dice, one.hero)
    return not ahead, acting


def fighting(state: Play, attack: Attack) -> tuple[Party, Party]:
    """The attacker and the defender of an attack that is rolled (F-110)."""
    acting = party(state, attack.attacker, Side.ACTING, attack.roll)
    return acting, party(state, attack.target, Side.REACTING, fight.defence_roll(state, attack))


def fought(state: Play, attack: Attack) -> Tale:
    """An attack as it is told."""
    acting, reacting = fighting(state, attack)
    first = {Side.ACTING: (acting, reacting), Side.REACTING: (reacting, acting), None: ()}[attack.first]
    return Tale(attack.id, first, attack.statements, attack.charged, attack.outcome)


def tale_of(state: Play, contest_id: str) -> Tale | None:
    """A contest of the open feat, or of a combatant's, or an attack, by its id."""
    attack = state.combat.attacks.get(contest_id) if state.combat else None
    if attack is not None:
        return fought(state, attack)
    feat, inner = edit.find_feat(state, contest_id)
    if feat is None:
        return None
    contest = next(one for one in feat.contests if one.id == inner)
    return told(state, feat, contest, contest_id.removesuffix(inner))
