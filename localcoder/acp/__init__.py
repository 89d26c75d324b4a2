"""The bridge to editors: the agent's event stream, spoken as the Agent Client Protocol over pipes."""
