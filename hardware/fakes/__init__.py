"""Stand-ins for devices, for rehearsals and tests; they keep the contracts of :mod:`hardware.ports`."""
