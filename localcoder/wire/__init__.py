"""OpenAI wire types and the client for remote OpenAI-compatible servers."""
