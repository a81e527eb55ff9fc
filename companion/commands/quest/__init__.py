"""``quest``: what the writer of a quest for Freelancers needs, a module for each tool."""
