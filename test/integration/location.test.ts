import { beforeAll, describe, expect, it } from 'vitest';
import { harnessOn } from '../support/on-every-engine.ts';
import { addPerson, PEOPLE, type Person, type Reply, send, signIn, tokenOf } from '../support/signing-in.ts';

const FORWARDED = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'cms.example.com',
};
const SPOOFED = { ...FORWARDED, 'X-Forwarded-For': '10.9.9.9, 203.0.113.7' };

for (const trusted of [[], ['127.0.0.0/8'], ['192.0.2.1']]) {
  const believed = trusted[0] === '127.0.0.0/8';
  describe(`a client's location, with ${trusted[0] ?? 'no'} proxies trusted`, () => {
    const { server, project, prepare } = harnessOn('sqlite');
    prepare(() => ({ server: { trustProxy: trusted } }));
    let erin: Person;
    beforeAll(async () => {
      erin = await addPerson(project, 'erin');
    });

    const self = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const query = '/users?meta=*&limit=1&access_token=tests-admin-token';
      const { body } = await send(server, project, 'GET', query, { headers });
      return (body.meta as { links?: { self?: string } } | undefined)?.links?.self ?? '';
    };

    it(`${believed ? 'is' : 'is not'} what the proxy says: address, protocol and host`, async () => {
      const address = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
        await send(server, project, 'POST', '/auth/authenticate', { headers, body: PEOPLE.erin });
        const [row] = (await project.ask('GET', '/activity?sort=-id&limit=1&fields=ip')).body.data as { ip: string }[];
        return row?.ip;
      };
      const wanted = believed ? '203.0.113.7' : 'localhost';
      expect([await address(FORWARDED), await address(SPOOFED)]).toEqual([wanted, wanted]);
      const base = believed ? 'https://cms.example.com' : server.base;
      expect(await self(FORWARDED)).toMatch(new RegExp(`^${base}/`));
      for (const protocol of ['https', 'HTTPS']) {
        const cookie = await send(server, project, 'POST', '/auth/authenticate', {
          headers: { ...FORWARDED, 'X-Forwarded-Proto': protocol },
          body: { ...PEOPLE.erin, mode: 'cookie' },
        });
        expect((cookie.headers.get('set-cookie') ?? '').endsWith('; Secure')).toBe(believed);
      }
    });

    it.each([
      ['203.0.113.7:49152', '203.0.113.7'],
      ['[2001:db8::7]:443', '2001:db8::7'],
      ['[2001:db8::7]', '2001:db8::7'],
      ['2001:db8::7', '2001:db8::7'],
      ['10.9.9.9:1, 203.0.113.7:2, 127.0.0.9:3', '203.0.113.7'],
    ])('is the address without the port that some proxies add: %s', async (forwarded, address) => {
      const headers = { 'X-Forwarded-For': forwarded };
      await send(server, project, 'POST', '/auth/authenticate', { headers, body: PEOPLE.erin });
      const [row] = await project.read<{ ip: string }[]>('/activity?sort=-id&limit=1&fields=ip');
      expect(row?.ip).toBe(believed ? address : 'localhost');
    });

    it('decides whether a role may be used from there', async () => {
      const ask = (headers: Readonly<Record<string, string>>): Promise<Reply> =>
        send(server, project, 'GET', '/users/me?fields=id', { headers });
      const Authorization = `Bearer ${await tokenOf(server, project, 'erin')}`;
      await project.ask('PATCH', `/roles/${erin.role}`, { ip_whitelist: ['203.0.113.0/24'] });
      const { status, body } = await ask({ Authorization, ...FORWARDED });
      expect([status, body.error?.code]).toEqual(believed ? [200, undefined] : [401, 19]);
      expect((await ask({ Authorization })).status).toBe(401);
      expect((await signIn(server, project, PEOPLE.erin)).status).toBe(200);
      await project.ask('PATCH', `/roles/${erin.role}`, { ip_whitelist: ['127.0.0.1'] });
      expect((await ask({ Authorization })).status).toBe(200);
      await project.ask('PATCH', `/roles/${erin.role}`, { ip_whitelist: [] });
      expect((await ask({ Authorization, ...FORWARDED })).status).toBe(200);
    });

    it('decides for the public as well, and lists must be valid', async () => {
      await project.ask('PATCH', '/roles/2', { ip_whitelist: ['203.0.113.7'] });
      expect((await project.ask('GET', '/', undefined, null)).body.error?.code).toBe(19);
      expect((await project.ask('GET', '/users/me?fields=id')).status).toBe(200);
      await project.ask('PATCH', '/roles/2', { ip_whitelist: [] });
      const before = await project.digest();
      for (const addresses of [['10.0.0.1', 'home'], Array(1_001).fill('10.0.0.1')]) {
        const { status, body } = await project.ask('PATCH', '/roles/2', { ip_whitelist: addresses });
        expect([status, body.error?.code]).toEqual([422, 4]);
      }
      expect(await project.digest()).toBe(before);
    });
  });
}
