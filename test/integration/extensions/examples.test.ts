import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { webhookSecret } from '../../../src/config/webhook-secret.ts';
import { examplesOf } from '../../support/doc-examples.ts';
import { id, text } from '../../support/fields.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { createTestProject } from '../../support/project.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startServer } from '../../support/running.ts';

const SOON = { timeout: 10_000, interval: 20 };

describe('the examples of the documents', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { watchExtensions: true } }));
  beforeAll(async () => {
    const fields = [id, text('title'), text('status')];
    await project.ask('POST', '/collections', { collection: 'articles', fields });
    await project.ask('POST', '/collections', { collection: 'journal', fields: [id, text('text')] });
    for (const [name, code] of examplesOf('docs/extensions.md')) {
      const file = join(server.data, 'extensions', 'custom', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
  });

  it('of filters change what is written and what is read', async () => {
    const { body } = await project.ask('POST', '/items/articles', { title: '  Plums ' });
    expect(body.data).toMatchObject({ title: 'Plums', shown_by: 'hook' });
  });

  it('of actions refuse, and keep a journal', async () => {
    const { body } = await project.ask('POST', '/items/articles', { title: 'Kept', status: 'published' });
    const { id } = body.data as { id: number };
    const refused = await project.ask('DELETE', `/items/articles/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 7001, message: 'Unpublish it first' } } });
    await project.ask('PATCH', `/items/articles/${id}`, { status: 'draft' });
    expect((await project.ask('DELETE', `/items/articles/${id}`)).status).toBe(204);
    await vi.waitFor(async () => {
      const { body: journal } = await project.ask('GET', '/items/journal?fields=text');
      expect(journal.data).toContainEqual({ text: 'Kept by 1' });
    }, SOON);
  });

  it('of endpoints answer', async () => {
    const { body } = await project.ask('POST', '/items/articles', { title: 'Sold' });
    const { id } = body.data as { id: number };
    expect((await project.ask('GET', '/custom/shop')).body).toEqual({ shop: project.key });
    const article = await project.ask('GET', `/custom/shop/articles/${id}`);
    expect(article.body).toMatchObject({ data: { id, title: 'Sold' } });
    expect((await project.ask('GET', '/custom/shop/articles/4711')).status).toBe(404);
    expect((await project.ask('GET', `/custom/shop/articles/${id}`, undefined, null)).status).toBe(401);
    expect(await project.ask('PUT', '/custom/shop/orders', [1])).toMatchObject({
      status: 201,
      text: '{"ordered":[1]}',
    });
  });
});

describe('the example of a receiver', () => {
  it('distinguishes genuine calls from others', async () => {
    const receiver = await startReceiver();
    const server = await startServer({ allowHosts: [receiver.host] });
    try {
      const project = await createTestProject(server, { db_type: 'sqlite' });
      await project.ask('POST', '/webhooks', {
        status: 'active',
        http_action: 'post',
        url: `http://${receiver.host}/`,
        collection: 'directus_folders',
        directus_action: 'item.create:after',
      });
      await project.ask('POST', '/folders', { name: 'Pictures' });
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), SOON);
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      const file = join(server.data, 'verify.mjs');
      writeFileSync(file, examplesOf('docs/webhooks.md').get('verify.mjs') ?? '');
      const { isGenuine } = (await import(pathToFileURL(file).href)) as {
        isGenuine(secret: string, headers: object, body: string): boolean;
      };
      const config = server.app.registry.configOf(project.key);
      const secret = config ? webhookSecret(config) : '';
      expect(JSON.parse(body)).toMatchObject({ name: 'Pictures' });
      expect(isGenuine(secret, headers, body)).toBe(true);
      expect(isGenuine(secret, headers, `${body} `)).toBe(false);
      expect(isGenuine(`${secret}x`, headers, body)).toBe(false);
      expect(isGenuine(secret, { ...headers, 'x-octavo-timestamp': '1000000000' }, body)).toBe(false);
      expect(isGenuine(secret, {}, body)).toBe(false);
    } finally {
      await server.stop();
      await receiver.stop();
    }
  });
});
