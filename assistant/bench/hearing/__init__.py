"""How well people and voices are heard, measure by measure; see ``prompter bench hearing``."""
