"""What can be asked of a position and what comes back: the protocol, and the answers as values."""
