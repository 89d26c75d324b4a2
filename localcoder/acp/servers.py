"""MCP servers that the editor hands over: its user has set them up there, so they are trusted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from acp.schema import AcpMcpServer, HttpMcpServer, McpServerStdio, SseMcpServer
from pydantic import SecretStr, ValidationError

from localcoder.config.extensions import McpServer

Given = HttpMcpServer | SseMcpServer | AcpMcpServer | McpServerStdio

_NAME_CHARACTERS = 28
"""Leaves room for the number of a name that comes twice."""


def given_servers(given: Sequence[Given]) -> tuple[dict[str, McpServer], list[str]]:
    """The servers by name, and lines for the user about those that cannot be used."""
    servers: dict[str, McpServer] = {}
    problems: list[str] = []
    for one in given:
        try:
            server = _server(one)
        except ValidationError as error:
            problems.append(f"The editor's MCP server {one.name} cannot be used: {error.errors()[0]['msg']}.")
            continue
        if server is None:
            problems.append(f"The editor's MCP server {one.name} cannot be used: it speaks neither stdio nor http.")
        else:
            servers[_free_name(one.name, servers)] = server
    return servers, problems


def _server(given: Given) -> McpServer | None:
    match given:
        case McpServerStdio():
            env = {variable.name: SecretStr(variable.value) for variable in given.env}
            return McpServer(command=given.command, args=tuple(given.args), env=env)
        case HttpMcpServer():
            headers = {header.name: SecretStr(header.value) for header in given.headers}
            return McpServer(url=given.url, headers=headers)
        case _:
            return None


def _free_name(name: str, taken: dict[str, McpServer]) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:_NAME_CHARACTERS].rstrip("-") or "server"
    names = [plain, *(f"{plain}-{number}" for number in range(2, len(taken) + 2))]
    return next(one for one in names if one not in taken)
