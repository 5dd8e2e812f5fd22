"""A fight that is played by script: who attacks whom with how many dice, what falls, what is told."""

from __future__ import annotations

from assistant.games.feats import fight, telling
from assistant.games.feats.state import Attack, Combat
from assistant.games.feats.terms import Side
from feats.company import G, Table


class Arena(Table):
    """A table with a fight on it; the heroes who are not in it are left out from the start."""

    def begin(self, *who: str) -> Arena:
        """The fight is open, and only these are in it."""
        self.do(G, "open_combat")
        for one in self.combat.combatants:
            if one not in who:
                self.do(G, "leave_combat", name=one)
        return self

    @property
    def combat(self) -> Combat:
        assert self.state.combat is not None
        return self.state.combat

    def aims(self, who: str, **dice: int) -> None:
        """He puts dice into attacks, by target; the rest defends. He is ready."""
        for target, n in dice.items():
            if fight.attack_on(self.state, who, target) is None:
                self.do(self.seat_of(who), "attack", name=who, target=target)
            self.do(self.seat_of(who), "split_pool", name=who, target=target, n=n)
        self.do(self.seat_of(who), "ready", name=who)

    def falls(self, *faces: int) -> None:
        """The dice of the exchange, in the order in which they are told."""
        self.rolls(G, *faces)

    def shows(self, attacker: str, target: str) -> tuple[int, int, int, int]:
        """Successes and dice of an attack and of what stands against it."""
        from assistant.games.feats import turns

        acting, reacting = turns.fighting(self.state, self.attack(attacker, target))
        return acting.successes, reacting.successes, acting.dice, reacting.dice

    def attack(self, attacker: str, target: str) -> Attack:
        found = fight.attack_on(self.state, attacker, target)
        assert found is not None, (attacker, target)
        return found

    def told(self, attacker: str, target: str, *intents: str) -> str:
        """This attack is the one that is told now; it is told in these statements. Whose they were: A or R."""
        order = ""
        for intent in intents:
            now = telling.current(self.state)
            assert now is not None, intent
            assert now.turn is not None
            assert now.id == self.attack(attacker, target).id
            order += "A" if now.turn.side is Side.ACTING else "R"
            self.do(self.seat_of(now.turn.who), intent)
        return order

    def harm(self, *who: str) -> list[tuple[int, int]]:
        """Injuries and health."""
        return [(len(self.who(one).injuries), self.who(one).health) for one in who]

    def net(self) -> int:
        """What the attack that was settled last came to."""
        from assistant.games.feats.events_combat import AttackSettled

        return [event for event in self.events if isinstance(event, AttackSettled)][-1].net
