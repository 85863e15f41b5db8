// A server for the S3 protocol in a separate process, which reports its address to its parent. It discards what it
// receives and keeps only sizes, so that no disk but the server's is measured.
// Usage: fork('bench/bucket.mjs')
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const KEY = 'BENCH';
/** The data of every object, whatever was written. */
const noise = randomBytes(2_000_000);
/** Sizes in bytes, by the paths of objects and of unfinished uploads. */
const sizes = new Map();

/** Reads a body to its end; returns the number of bytes. */
async function sizeOf(request) {
  let size = 0;
  for await (const chunk of request) size += chunk.length;
  return size;
}

const METHODS = {
  async PUT({ request, path, upload, answer }) {
    const key = upload ?? path;
    const size = await sizeOf(request);
    sizes.set(key, (upload ? (sizes.get(key) ?? 0) : 0) + size);
    answer(200, { etag: '"etag"' });
  },
  async POST({ request, path, upload, answer }) {
    await sizeOf(request);
    const begun = upload ?? `${sizes.size}-${path}`;
    if (upload) sizes.set(path, sizes.get(upload) ?? 0);
    answer(200, {}, `<Result><UploadId>${begun}</UploadId></Result>`);
  },
  HEAD({ path, answer }) {
    const headers = { 'content-length': sizes.get(path), 'last-modified': new Date().toUTCString() };
    if (sizes.has(path)) return answer(200, headers);
    answer(404);
  },
  GET({ request, path, answer }) {
    const size = sizes.get(path) ?? 0;
    const [, start = 0, end = size] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const length = Math.max(0, Math.min(Number(end) + 1, size) - Number(start));
    if (sizes.has(path)) return answer(206, {}, noise.subarray(0, length));
    answer(404);
  },
  DELETE({ path, answer }) {
    sizes.delete(path);
    answer(204);
  },
};

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://bucket');
  const answer = (status, headers = {}, body = undefined) => response.writeHead(status, headers).end(body);
  const call = { request, path: url.pathname, upload: url.searchParams.get('uploadId'), answer };
  Promise.resolve(METHODS[request.method](call)).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send({
  adapter: 's3',
  key: KEY,
  secret: KEY,
  bucket: 'uploads',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${server.address().port}`,
});
process.once('disconnect', () => process.exit());
