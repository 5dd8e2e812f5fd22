"""The mechanics of one step of a check: dice for and against, what was paid, the roll, dice that come later, the level.

Values in, values out. Nothing here knows what kind of check a step belongs to, so a round of the Pain uses the same
functions (E-041 to E-049, E-051, E-086, E-106). In their order:

* :func:`with_bonus`, :func:`with_penalty`, :func:`with_secret`, :func:`with_price` before the dice;
* :func:`frozen` moves the harm dice in, :func:`dice_count` says how many dice fall then;
* :func:`rolled` reads the faces;
* the same functions with ``late=True``, then :func:`with_die` for each die that comes after the roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assistant.games.errantry import fudge, harm
from assistant.games.errantry.config import Config
from assistant.games.errantry.state import Character, CharacterId, CheckStep, Extra
from assistant.games.errantry.tables import SecretEntry
from assistant.games.errantry.terms import Kind, Pool

MARSHAL_MAX = 2
"""The most penalty dice that circumstances give to one step (E-039)."""
POOL = "pool"
SECRET = "secret:"
GIFT = "gift:"
PRICE = "price"
HARM = ("bruise", "bloodied", "broken")
CIRCUMSTANCE = ("marshal", "tenan")
_NEVER_SEVEN = 6
"""What Secrets may lift a level to (A-39)."""

Cost = tuple[CharacterId, Pool, int]
"""Points that a character has paid out of a pool."""


def with_bonus(step: CheckStep, source: str, count: int = 1, *, late: bool = False) -> CheckStep:
    """With so many bonus dice more from this source; none changes nothing."""
    return replace(step, bonus=_more(step.bonus, source, count, late))


def with_penalty(step: CheckStep, source: str, count: int, *, late: bool = False) -> CheckStep:
    return replace(step, penalty=_more(step.penalty, source, count, late))


def with_circumstance(step: CheckStep, source: str, count: int) -> CheckStep:
    """With exactly so many penalty dice from the Marshal, or from the Tenan in his place (E-039, E-040)."""
    others = tuple(extra for extra in step.penalty if extra.source != source)
    return replace(step, penalty=_more(others, source, count, late=False))


def circumstance(step: CheckStep, *, but: str = "") -> int:
    """Penalty dice from circumstances, those from one source left out."""
    return sum(extra.count for extra in step.penalty if extra.source in CIRCUMSTANCE and extra.source != but)


def with_pool_die(step: CheckStep, payer: CharacterId = "", *, late: bool = False) -> CheckStep:
    """One point, one bonus die (E-042); ``payer``: somebody else of the same side pays (E-117)."""
    source = POOL if payer in ("", step.character) else f"{POOL}:{payer}"
    return replace(with_bonus(step, source, late=late), pool_bonus_used=True)


def with_price(step: CheckStep, settings: Config) -> CheckStep:
    """The point without which a broken character cannot act; it buys no die unless the table says so (E-106, A-32)."""
    paid = replace(step, broken_paid=True)
    return with_bonus(paid, PRICE) if settings.broken_point_bonus else paid


def with_secret(
    step: CheckStep, owner: CharacterId, secret_id: str, settings: Config, *, late: bool = False
) -> CheckStep:
    """The step with a Secret used on it, by its own character or by an opponent (E-051)."""
    effect, source = settings.secret[secret_id].effect, f"{SECRET}{secret_id}"
    step = replace(step, secrets=(*step.secrets, (owner, secret_id)))
    if effect.kind == "bonus_dice":
        step = _dice(step, source, effect.n, late)
    elif effect.kind == "penalty_dice":
        step = _dice(step, source, -effect.n, late)
    return leveled(step, settings) if step.rolled and not dice_to_come(step) else step


def _dice(step: CheckStep, source: str, count: int, late: bool) -> CheckStep:
    """A negative number of bonus dice is penalty dice."""
    return with_bonus(step, source, count, late=late) if count > 0 else with_penalty(step, source, -count, late=late)


def _more(extras: tuple[Extra, ...], source: str, count: int, late: bool) -> tuple[Extra, ...]:
    return (*extras, Extra(source, count, late)) if count > 0 else extras


def total_of(extras: Iterable[Extra], *, late: bool | None = None) -> int:
    """How many dice these are; ``late``: only those that came after the roll, or only those before it."""
    return sum(extra.count for extra in extras if late is None or extra.late == late)


def of_secrets(step: CheckStep, kind: str, settings: Config) -> int:
    """What the Secrets used on this step come to, in one kind of effect: ``sl``, ``harm``, ``extra_pool_dice``."""
    used = (settings.secret[secret_id].effect for _, secret_id in step.secrets)
    return sum(effect.n for effect in used if effect.kind == kind)


def pool_dice_left(step: CheckStep, settings: Config) -> int:
    """How many more pool points may be spent for dice: one in all, more by Secrets (E-043)."""
    spent = sum(extra.count for extra in step.bonus if _is_pool(extra))
    return max(0, 1 + of_secrets(step, "extra_pool_dice", settings) - spent)


def paid(step: CheckStep, settings: Config) -> tuple[Cost, ...]:
    """All that was paid for this step, to be given back where it comes to nothing (E-037, E-140)."""
    costs: list[Cost] = []
    if step.pool is not None:
        payers = (extra.source.removeprefix(POOL).removeprefix(":") for extra in step.bonus if _is_pool(extra))
        costs += ((payer or step.character, step.pool, 1) for payer in payers)
        costs += [(step.character, step.pool, 1)] * step.broken_paid
    used = ((owner, settings.secret[secret_id].cost) for owner, secret_id in step.secrets)
    costs += ((owner, cost.pool, cost.points) for owner, cost in used if cost.points)
    return tuple(costs)


def _is_pool(extra: Extra) -> bool:
    return extra.source == POOL or extra.source.startswith(f"{POOL}:")


def unpaid(step: CheckStep) -> CheckStep:
    """The step without anything that points and Secrets bought; gifts and circumstances stay."""
    kept = tuple(extra for extra in step.bonus if not _bought(extra))
    left = tuple(extra for extra in step.penalty if not _bought(extra))
    return replace(step, bonus=kept, penalty=left, secrets=(), pool_bonus_used=False, broken_paid=False)


def _bought(extra: Extra) -> bool:
    return _is_pool(extra) or extra.source == PRICE or extra.source.startswith(SECRET)


def gifts(step: CheckStep) -> dict[str, int]:
    """Gift dice on this step, by the seat that gave them (E-120)."""
    given: dict[str, int] = {}
    for extra in step.bonus:
        if extra.source.startswith(GIFT):
            giver = extra.source.removeprefix(GIFT)
            given[giver] = given.get(giver, 0) + extra.count
    return given


def bruises(who: Character, settings: Config) -> int:
    """Penalty dice for boxes 1 to 3: those that wait for the next check, or one a mark (E-100, A-03)."""
    if settings.bruise_lasts == "next_check":
        return who.pending_bruise
    return sum(box < harm.BLOODIED for box in who.harm)


def bloodied(who: Character, pool: Pool | None, settings: Config) -> int:
    """Penalty dice for boxes 4 to 6 on abilities of this pool (E-101, A-04)."""
    marks = sum(harm.BLOODIED <= box < harm.BROKEN and mark.pool is pool for box, mark in who.harm.items())
    return marks if settings.bloodied_per_mark else min(1, marks)


def is_broken(who: Character) -> bool:
    return harm.BROKEN in who.harm


def owes_price(step: CheckStep, who: Character) -> bool:
    """A broken character has to pay a point before anything else (E-106)."""
    return is_broken(who) and not step.broken_paid


def harm_dice(who: Character, pool: Pool | None, settings: Config) -> int:
    """All penalty dice from harm (E-041)."""
    return bruises(who, settings) + bloodied(who, pool, settings) + is_broken(who)


def frozen(step: CheckStep, who: Character, settings: Config) -> CheckStep:
    """The step as it is rolled: with the dice that harm puts on it now (E-041)."""
    step = replace(step, penalty=tuple(extra for extra in step.penalty if extra.source not in HARM))
    counts = (bruises(who, settings), bloodied(who, step.pool, settings), int(is_broken(who)))
    for source, count in zip(HARM, counts, strict=True):
        step = with_penalty(step, source, count)
    return step


def net(step: CheckStep) -> tuple[int, int]:
    """Bonus and penalty dice after those known before the roll have cancelled; later ones never do (E-044, A-05)."""
    bonus, penalty = fudge.net(total_of(step.bonus, late=False), total_of(step.penalty, late=False))
    return bonus + total_of(step.bonus, late=True), penalty + total_of(step.penalty, late=True)


def dice_count(step: CheckStep) -> int:
    """How many dice lie there in the end; for a frozen step how many to roll (E-045)."""
    return fudge.count(*net(step))


def rolled(step: CheckStep, faces: fudge.Faces, settings: Config) -> CheckStep:
    """The step with its dice on the table (E-046, E-047)."""
    return leveled(replace(step, dice=faces, rolled=True), settings)


def with_die(step: CheckStep, faces: fudge.Faces, settings: Config) -> CheckStep:
    """With the dice that came after the roll (E-049, E-120); what brought them is in the step already."""
    return leveled(replace(step, dice=(*step.dice, *faces)), settings)


def dice_to_come(step: CheckStep) -> int:
    """Dice that were bought or given after the roll and have not fallen yet."""
    return dice_count(step) - len(step.dice) if step.rolled else 0


def leveled(step: CheckStep, settings: Config) -> CheckStep:
    """Three dice kept, their total with the rank, and the success level (E-046, E-047, A-02, A-39)."""
    kept = _kept(step, settings)
    total, capped = step.rank + sum(kept), settings.sl_cap == "seven"
    natural = fudge.level(total, capped=capped)
    lifted = fudge.level(total + of_secrets(step, "sl", settings), capped=capped)
    if settings.transcend_natural:
        lifted = min(lifted, max(natural, _NEVER_SEVEN))
    return replace(step, kept=kept, total=total, natural_sl=natural, sl=lifted)


def _kept(step: CheckStep, settings: Config) -> fudge.Faces:
    later = total_of(step.bonus, late=True) + total_of(step.penalty, late=True)
    if settings.post_roll_cancel == "recount" and later:
        return fudge.keep_recounted(step.dice, later, total_of(step.bonus), total_of(step.penalty))
    return fudge.keep(step.dice, *net(step))


def succeeds(step: CheckStep) -> bool:
    """Whether the level reaches the difficulty (E-059)."""
    return step.sl >= step.difficulty


def transcends(step: CheckStep, who: Character, settings: Config) -> bool:
    """A seven of a player's character (E-130): by rank and dice alone, unless the table lets Secrets count (A-39)."""
    level = step.natural_sl if settings.transcend_natural else step.sl
    return step.rolled and who.kind is Kind.PC and level >= fudge.TRANSCENDENT


def secret_fits(secret: SecretEntry, step: CheckStep) -> bool:
    """Whether a Secret can change this step: by its ability or pool, and before or after its roll (E-051)."""
    if secret.ability and secret.ability != step.ability:
        return False
    if secret.pool is not None and secret.pool is not step.pool:
        return False
    return step.rolled if secret.when == "after_roll" else secret.when == "on_harm" or not step.rolled
