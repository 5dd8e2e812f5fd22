"""Devices: microphone, recogniser, voice, chimes, buttons, lamps, ticker. Knows no game and no grammar."""
