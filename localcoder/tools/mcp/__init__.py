"""Tools of MCP servers. Nothing here imports the package `mcp` before a server is started."""
