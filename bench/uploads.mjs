// Sends twenty concurrent uploads of 200 MB each; prints the server's peak memory, and the throughput.
// Usage: node bench/uploads.mjs [local|s3] [form|base64] [uploads] [MB of each]
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { peakOf } from './programs.mjs';

const [storage = 'local', kind = 'form', uploads = 20, megabytes = 200] = process.argv.slice(2);
const MEGABYTE = 1_000_000;
const CHUNK = 50_000;
const TOKEN = 'bench-uploads-token';
const SECRET = 'bench-super-admin';
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
const noise = randomBytes(CHUNK);

/** Starts a bucket server in a separate process; `section` is the project's configuration for it. */
async function startBucket() {
  const child = fork(join(root, 'bench', 'bucket.mjs'));
  const [section] = await once(child, 'message');
  return { child, section };
}

async function startServer() {
  const flags = ['--data', join(folder, 'data'), '--port', '0', '--log-level', 'error', '--max-upload', '256M'];
  const child = spawn(process.execPath, ['dist/main.js', 'serve', ...flags], {
    cwd: root,
    env: { ...process.env, OCTAVO_SUPER_ADMIN_TOKEN: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  return { child, base: `http://127.0.0.1:${/(\d{4,5})\s*$/m.exec(printed)[1]}` };
}

async function createProject(base, section) {
  const body = {
    project: 'bench',
    super_admin_token: SECRET,
    db_type: 'sqlite',
    db_name: 'bench',
    db_user: 'root',
    user_email: 'admin@example.com',
    user_password: 'password',
    user_token: TOKEN,
    ...(section && { storage: section }),
  };
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/server/projects`, init);
  if (answer.status !== 200) throw new Error(await answer.text());
}

const FORMS = {
  form: {
    type: 'multipart/form-data; boundary=BOUNDARY',
    head: '--BOUNDARY\r\nContent-Disposition: form-data; name="data"; filename="noise.bin"\r\n\r\n',
    chunk: noise,
    tail: '\r\n--BOUNDARY--\r\n',
  },
  base64: {
    type: 'application/json',
    head: '{"filename_download":"noise.bin","data":"',
    chunk: Buffer.from(noise.toString('base64').slice(0, CHUNK)),
    tail: '"}',
  },
};

function* bodyOf({ head, chunk, tail }, chunks) {
  yield Buffer.from(head);
  for (let sent = 0; sent < chunks; sent++) yield chunk;
  yield Buffer.from(tail);
}

/** Sends one upload, holding no more of it in memory than the socket accepts; returns the status. */
async function upload(base) {
  const form = FORMS[kind];
  const chunks = Math.round((megabytes * MEGABYTE) / CHUNK);
  const length = form.head.length + chunks * CHUNK + form.tail.length;
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': form.type, 'Content-Length': length };
  const call = request(`${base}/bench/files`, { method: 'POST', headers, agent: false });
  const answered = once(call, 'response');
  await Promise.all([pipeline(Readable.from(bodyOf(form, chunks), { objectMode: true }), call), answered]);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

const bucket = storage === 's3' ? await startBucket() : null;
const server = await startServer();
try {
  await createProject(server.base, bucket?.section);
  const before = peakOf(server.child);
  const begun = performance.now();
  const statuses = await Promise.all(Array.from({ length: Number(uploads) }, () => upload(server.base)));
  const seconds = (performance.now() - begun) / 1000;
  const sum = Number(uploads) * Number(megabytes);
  console.log(
    `${storage}, ${kind}: ${uploads} × ${megabytes} MB, statuses ${[...new Set(statuses)]}, ` +
      `${(sum / seconds).toFixed(0)} MB/s, ${peakOf(server.child)} MB of memory at most, ${before} before`,
  );
} finally {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  bucket?.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
