"""The journal of a conversation on disk."""
