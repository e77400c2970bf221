"""The figures that `make bench` prints: each file measures one thing and can be run alone."""
