"""The commands of the command line, a module each or a few that belong together; see ``assistant.cli``."""
