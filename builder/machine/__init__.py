"""What a piece of work gets of the machine: processor time, memory, processes, threads."""
