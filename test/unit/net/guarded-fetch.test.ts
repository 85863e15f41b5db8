import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connector, UnreachableAddress } from '../../../src/net/connector.ts';
import { guardedFetch } from '../../../src/net/guarded-fetch.ts';
import { type Listening, listen } from '../../support/sso/listening.ts';

describe('the fetch for libraries', () => {
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

  it('returns responses, and follows no redirects', async () => {
    expect(await (await ask('/whole')).text()).toBe('whole');
    expect((await ask('/moved')).status).toBe(302);
  });

  it('waits neither for a response nor for its end without a limit', async () => {
    for (const path of ['/never', '/part'])
      await expect(ask(path, ['127.0.0.1'], 0.2)).rejects.toThrow(UnreachableAddress);
  });

  it('sends nothing unencrypted, except to hosts that are allowed', async () => {
    await expect(ask('/whole', [])).rejects.toThrow(UnreachableAddress);
    await expect(ask('/whole', ['127.0.0.2'])).rejects.toThrow(UnreachableAddress);
  });
});
