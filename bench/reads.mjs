import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedThumbnail } from './assets.mjs';
import { cases, deepCursor } from './cases.mjs';
import { drive } from './client.mjs';
import { SIZES } from './data.mjs';
import { engines } from './engines.mjs';
import { load } from './load.mjs';
import { isAsked } from './options.mjs';
import { end, keepApart, serve, start } from './programs.mjs';

const folder = join(import.meta.dirname, 'data');
const TOKEN = 'bench-static-token';
const READER = 'bench-reader-token';
const AUTHORIZED = { Authorization: `Bearer ${READER}`, Connection: 'close' };
const SUPER = 'bench-super-admin-token';
const CONNECTIONS = [1, 32];

/** Loads the data set, unless it exists. */
async function prepare() {
  const mark = join(folder, 'loaded-with-indexes');
  if (existsSync(mark)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await serve(folder, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  const seconds = await load(`http://127.0.0.1:${server.port}`, {
    project: 'bench',
    superAdminToken: SUPER,
    token: TOKEN,
    readerToken: READER,
  });
  const rows = `${SIZES.articles} articles and ${SIZES.articles * SIZES.tagsPerArticle} links`;
  console.error(`loaded ${rows} over HTTP in ${seconds.toFixed(1)} s`);
  await end(server);
  mkdirSync(mark);
}

async function textOf(port, path, headers) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

/** Keeps the pairs of paths whose articles are not hidden, and checks that both programs return the same bytes. */
async function sameBytes(server, floor, entry) {
  const pairs = entry.server.map((path, index) => [path, entry.floor[index]]);
  const kept = [];
  for (const [path, bare] of entry.check ? pairs : pairs.slice(0, 5)) {
    const own = await textOf(server.port, path, AUTHORIZED);
    if (own.status === 404) continue;
    const other = await textOf(floor.port, bare, { Connection: 'close' });
    if (own.text !== other.text)
      throw new Error(`${entry.name}: the answers differ\n${own.text.slice(0, 400)}\n${other.text.slice(0, 400)}`);
    kept.push([path, bare]);
  }
  return entry.check ? { ...entry, server: kept.map(([path]) => path), floor: kept.map(([, path]) => path) } : entry;
}

/** An image that was made before and is in the storage. */
const THUMBNAIL = {
  name: 'cached thumbnail, 300 × 300',
  target: 2,
  make: async (base, uploads, project) => {
    const { server, floor } = await cachedThumbnail(base, TOKEN, uploads, project);
    return { server: [server], floor: [floor] };
  },
};

/** The read cases, with floors on the same data: a setting for each engine. */
export async function* readSettings() {
  for (const engine of engines) {
    const asked = [...cases(''), THUMBNAIL].filter(({ name }) => isAsked(engine.name, name));
    if (asked.length === 0) continue;
    await prepare();
    const opened = await engine.open(folder);
    if (!opened) continue;
    const names = new Set(asked.map(({ name }) => name));
    yield { open: () => programsOf(engine.name, opened, names) };
    await opened.stop();
  }
}

async function programsOf(engine, { data, project, floor: given, cpu }, names) {
  const server = await serve(data, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER, OCTAVO_RESPONSE_CACHE: '0' });
  const floor = await start(['bench/floor.mjs', ...given]);
  const letGo = keepApart(server, floor);
  const placed = (path) => path.replace('/bench/', `/${project}/`);
  const after = await deepCursor(async (path) =>
    JSON.parse((await textOf(server.port, placed(path), AUTHORIZED)).text),
  );
  const compared = [];
  for (const raw of [...cases(after), THUMBNAIL].filter(({ name }) => names.has(name))) {
    const { make = async () => raw } = raw;
    const made = await make(`http://127.0.0.1:${server.port}`, join(data, 'uploads'), project);
    const entry = await sameBytes(server, floor, { ...raw, server: made.server.map(placed), floor: made.floor });
    for (const connections of CONNECTIONS)
      compared.push({ engine, connections, ...comparable(entry, connections, { server, floor, cpu }) });
  }
  return {
    cases: compared,
    end: () => {
      letGo();
      return Promise.all([server, floor].map(end));
    },
  };
}

function comparable({ name, target, walks, ...paths }, connections, { server, floor, cpu }) {
  const side = (program, asked, headers) => ({
    program,
    ...(walks && cpu && { beside: cpu }),
    drive: (ms) => drive(program.port, asked, { connections, ms, headers }),
  });
  const headers = `Authorization: Bearer ${READER}\r\n`;
  return { name, target, server: side(server, paths.server, headers), floor: side(floor, paths.floor, '') };
}
