"""Who may look and who may act: the local network alone, a PIN for acting, a seat for what is that seat's."""

from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network

_MACHINE = ("127.0.0.0/8", "::1/128")
_NETWORK = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fe80::/10", "fc00::/7")
LOCAL = tuple(map(ip_network, (*_MACHINE, *_NETWORK)))
"""This machine and the networks that no router passes on; the unit allows the same."""

TRIES = 5
"""Wrong PINs of one address in :data:`TRIES_SECONDS`; more are not looked at."""
TRIES_OF_ALL = 20
"""Wrong PINs of all addresses together: an address is easily changed."""
TRIES_SECONDS = 60.0
MOST_SESSIONS = 64
"""Of more devices than that, the one that came first has to give the PIN again."""


def is_local(address: str) -> bool:
    """Whether a device of this address is in the local network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in LOCAL)


def is_own_name(host: str, names: Collection[str]) -> bool:
    """Whether a request was meant for this machine, by its header ``Host``.

    A page of somebody else's, whose name was made to lead here, would call it by that name (DNS rebinding). Names below
    ``.local`` are given by the network itself, to nobody beyond it.
    """
    name = host.partition("]")[0].removeprefix("[") if host.startswith("[") else host.rpartition(":")[0] or host
    name = name.casefold().removesuffix(".")
    return name == "localhost" or name.endswith(".local") or name in names or is_local(name)


class TooManyTriesError(Exception):
    """No further PIN is looked at for a while."""


@dataclass
class Session:
    """A device that has given the PIN."""

    seat: str = ""
    """The seat it acts for; empty: none yet."""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Its cookie."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """In each of its forms, so that no other site can send them."""


class Gate:
    """Sessions and tries. ``seconds``: a steady clock."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._pin = ""
        self._sessions: dict[str, Session] = {}
        self._tries: deque[tuple[float, str]] = deque()

    def set_pin(self, pin: str) -> None:
        """The PIN of the evening; another one shuts everybody out."""
        if pin != self._pin:
            self._pin = pin
            self._sessions.clear()

    def enter(self, pin: str, address: str) -> Session | None:
        """A session for the right PIN. Raises TooManyTriesError."""
        now = self._seconds()
        while self._tries and now - self._tries[0][0] >= TRIES_SECONDS:
            self._tries.popleft()
        if len(self._tries) >= TRIES_OF_ALL or sum(by == address for _, by in self._tries) >= TRIES:
            raise TooManyTriesError
        digits = "".join(pin.split()).encode()
        if not (self._pin and hmac.compare_digest(digits, self._pin.encode())):
            self._tries.append((now, address))
            return None
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        session = Session()
        self._sessions[session.key] = session
        return session

    def session(self, key: str) -> Session | None:
        """The session of this cookie."""
        return self._sessions.get(key)

    def leave(self, session: Session) -> None:
        """It ends."""
        self._sessions.pop(session.key, None)


def is_token(session: Session, token: str) -> bool:
    """Whether a form was made for this session."""
    return hmac.compare_digest(session.token.encode(), token.encode())
