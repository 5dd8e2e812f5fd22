"""What the service may do, tried from inside its walls; the errors go into a file of the box's own folder."""

from __future__ import annotations

import errno
import grp
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path


def _error(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


FOUND = {
    "/etc": _error(lambda: Path("/etc/x").touch()),
    "/opt/prompter": _error(lambda: Path("/opt/prompter/x").touch()),
    "/usr": _error(lambda: Path("/usr/x").touch()),
    "/home": _error(lambda: list(Path("/home").iterdir())),
    "own folder": _error(lambda: Path("/var/lib/prompter/x").touch()),
    "IPv4": _error(lambda: socket.socket(socket.AF_INET)),
    "IPv6": _error(lambda: socket.socket(socket.AF_INET6)),
    "netlink": _error(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
    "Unix": _error(lambda: socket.socket(socket.AF_UNIX)),
    "network": str(Path("/proc/self/ns/net").readlink()),
    "groups": sorted(grp.getgrgid(one).gr_name for one in os.getgroups()),
    "root": os.getuid() == 0,
}
Path("/var/lib/prompter/check.json").write_text(json.dumps(FOUND), encoding="utf-8")
