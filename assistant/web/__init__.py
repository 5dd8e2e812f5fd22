"""The local page: the Unix socket that the evening serves (``stage_door``), and the HTTP server on its other end."""
