"""The measurements of ``prompter bench`` that need the whole program; those of the devices are in ``hardware``."""
