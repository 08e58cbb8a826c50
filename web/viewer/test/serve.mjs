// A server of the files below a folder, on this machine alone.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/** Its address without a slash at the end, and a way to close it. A folder is its index.html. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const path = resolve(join(folder, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
    try {
      if (!path.startsWith(folder + sep)) throw new Error('outside');
      const body = readFileSync(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  return new Promise((begun) => server.listen(0, '127.0.0.1', () =>
    begun({ address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() })));
}
