import { expect, it } from 'vitest';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const REQUESTS = 40;

/** The query strings in the log lines of requests, in order. */
const queriesIn = (stdout: string): string[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
    .map(({ query }) => query);

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('no line is lost at %s, and all are in order', async (signal) => {
  const folder = temporaryFolder();
  const server = new ServerProcess(['serve', '--data', folder.path, '--port', '0']);
  try {
    const base = await server.address();
    const queries = Array.from({ length: REQUESTS }, (_, index) => `limit=${index}`);
    for (const query of queries) await (await fetch(`${base}/server/ping?${query}`)).text();
    server.signal(signal);
    const { stdout } = await server.ended();
    expect(queriesIn(stdout)).toEqual(queries);
  } finally {
    await server.kill();
    folder.remove();
  }
});
