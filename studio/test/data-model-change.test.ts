import { describe, expect, it } from 'vitest';
import { HalfDone, removalOf, runChange, type Step } from '../src/data-model/change.ts';

const STEPS: readonly Step[] = [
  { method: 'POST', path: '/collections', body: { collection: 'articles_tags' } },
  { method: 'POST', path: '/fields/articles', body: { field: 'tags' } },
  { method: 'POST', path: '/relations', body: { collection_many: 'articles_tags' } },
  { method: 'POST', path: '/relations', body: { collection_many: 'broken' } },
];

/** A client that refuses one request, and notes all. */
function clientThatRefuses(isRefused: (method: string, body: unknown) => boolean) {
  const asked: string[] = [];
  const request = async (method: string, path: string, _query: unknown, body: unknown): Promise<unknown> => {
    asked.push(`${method} ${path}`);
    if (isRefused(method, body)) throw new Error('refused');
    return path === '/relations' ? { ...(body as object), id: 7 } : body;
  };
  return { asked, client: { request } as never };
}

const change = { title: '', verb: '', done: '', steps: STEPS };

describe('a change of several requests that fails in the middle', () => {
  it('removes what it has made, the newest first', async () => {
    const { asked, client } = clientThatRefuses((_method, body) => JSON.stringify(body)?.includes('broken') ?? false);
    const failure = await runChange(client, change).catch((error: unknown) => error);
    expect(failure).toMatchObject({ at: 3, isTakenBack: true });
    expect(failure).toBeInstanceOf(HalfDone);
    expect(asked.slice(STEPS.length)).toEqual([
      'DELETE /relations/7',
      'DELETE /fields/articles/tags',
      'DELETE /collections/articles_tags',
    ]);
  });

  it('says so where something stays', async () => {
    const { client } = clientThatRefuses(
      (method, body) => method === 'DELETE' || (JSON.stringify(body)?.includes('broken') ?? false),
    );
    await expect(runChange(client, change)).rejects.toMatchObject({ isTakenBack: false });
  });

  it.each<Step>([
    { method: 'PATCH', path: '/fields/articles/title', body: { note: 'x' } },
    { method: 'DELETE', path: '/collections/tags' },
    { method: 'POST', path: '/items/tags', body: { name: 'x' }, isContent: true },
  ])('cannot take back $method $path', (step) => {
    expect(removalOf(step, {})).toBeNull();
  });
});
