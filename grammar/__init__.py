"""Text to intent: sentences as data, strict whole-utterance matching, word networks. Knows no game and no device."""
