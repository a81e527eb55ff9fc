"""What the table knows: games, seats, clocks and the journal. No device, no HTTP."""
