import { expect, it } from 'vitest';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

it('a server with --drain serves on after SIGTERM, while health checks fail, and then stops', async () => {
  const folder = temporaryFolder();
  const server = new ServerProcess(['serve', '--data', folder.path, '--port', '0', '--drain', '2']);
  const begin = performance.now();
  try {
    const base = await server.address();
    const ping = () => fetch(`${base}/server/ping`);
    expect((await ping()).status).toBe(200);
    server.signal('SIGTERM');
    await expect.poll(async () => (await ping()).status).toBe(503);
    expect(await (await ping()).json()).toEqual({ error: { code: 11, message: 'The server is about to stop' } });
    const other = await fetch(`${base}/server/openapi.json`);
    expect([other.status, other.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const { code, stdout } = await server.ended();
    expect(code).toBe(0);
    expect(performance.now() - begin).toBeGreaterThan(2000);
    expect(stdout).not.toContain('"level":50');
  } finally {
    await server.kill();
    folder.remove();
  }
});
