"""Running: the server under the application, uvicorn as we set it up."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette

LARGEST = 64 * 1024
"""So many bytes of one message are read before the connection is closed; far fewer are allowed."""
SILENT = 15
"""After so many seconds of silence a client is asked whether it is there, and has as many again."""


class Server(uvicorn.Server):
    """Serves an application of `make_app`; who is connected hears a last word before the end."""

    def __init__(self, app: Starlette, **more: Any) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                ws_max_size=LARGEST,
                ws_ping_interval=SILENT,
                ws_ping_timeout=SILENT,
                timeout_graceful_shutdown=3,
                **more,
            )
        )
        self._table = app.state.table

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, after everybody has been told."""
        await self._table.hub.dismiss()
        await super().shutdown(sockets)
        if self.force_exit:  # asked twice: left as it is the application ends in a log
            await self.lifespan.shutdown()
