"""What makes a machine a tablehand box: units, rules, and the installer that puts them in place."""
