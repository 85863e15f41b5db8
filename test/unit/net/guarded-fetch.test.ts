import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connector, UnreachableAddress } from '../../../src/net/connector.ts';
import { guardedFetch } from '../../../src/net/guarded-fetch.ts';
import { type Listening, listen } from '../../support/sso/listening.ts';

describe('the fetch of libraries', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(() => ({ url }, response) => {
      if (url === '/whole') return response.end('whole');
      if (url === '/moved') return response.writeHead(302, { location: '/whole' }).end();
      if (url === '/part') response.write('part');
    });
  });
  afterAll(() => server.stop());

  const options = { method: 'POST', headers: {}, body: new URLSearchParams('a=b') };
  const ask = (path: string, allowed = ['127.0.0.1'], seconds = 10): Promise<Response> =>
    guardedFetch(new Connector(allowed), { bytes: 10, seconds })(`${server.base}${path}`, options);

  it('answers, and follows nothing', async () => {
    expect(await (await ask('/whole')).text()).toBe('whole');
    expect((await ask('/moved')).status).toBe(302);
  });

  it('waits neither for an answer nor for its end without end', async () => {
    for (const path of ['/never', '/part'])
      await expect(ask(path, ['127.0.0.1'], 0.2)).rejects.toThrow(UnreachableAddress);
  });

  it('sends nothing unencrypted, but to hosts that are named', async () => {
    await expect(ask('/whole', [])).rejects.toThrow(UnreachableAddress);
    await expect(ask('/whole', ['127.0.0.2'])).rejects.toThrow(UnreachableAddress);
  });
});
