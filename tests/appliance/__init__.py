"""The box in a virtual machine: a Debian guest with our installer run inside, made-up pins, keypad, board and display.

``./tablehand test-appliance`` runs it. Nothing here is imported by the program.
"""
