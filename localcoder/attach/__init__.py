"""One engine for many programs: how it is found, attached to, kept in a process of its own, and started again."""
