#!/bin/sh
# Serves the page of web/viewer/dist on this machine alone, and prints its address.
# Usage: view.sh [PORT]        8000, or the next one that is free
set -eu
cd "$(dirname "$0")/.."
[ -f web/viewer/dist/index.html ] || scripts/web.sh page
exec /usr/bin/python3 - "${1:-8000}" <<'END'
import functools
import http.server
import sys

handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="web/viewer/dist")
handler.func.extensions_map[".wasm"] = "application/wasm"
first = int(sys.argv[1])
for port in range(first, first + 100):
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        break
    except OSError:
        continue
else:
    sys.exit(f"no port from {first} on is free")
print(f"http://127.0.0.1:{port}/  (Ctrl+C ends it)", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
END
