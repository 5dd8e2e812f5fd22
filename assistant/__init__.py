"""Prompter: runs the rules of a role-playing table and whispers what the dice said."""
