"""Rehearsals: an evening told in a story file, spoken by synthetic voices and heard through the real chain."""

from assistant.rehearsal.story import Line, Story, StoryError, load_story

__all__ = ["Line", "Story", "StoryError", "load_story"]
