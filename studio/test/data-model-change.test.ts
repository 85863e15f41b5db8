import { describe, expect, it } from 'vitest';
import { HalfDone, runChange, type Step } from '../src/data-model/change.ts';
import { entriesIn, type Recorder } from '../src/data-model/journal.ts';

const STEPS: readonly Step[] = [
  { method: 'POST', path: '/collections', body: { collection: 'articles_tags' } },
  { method: 'PATCH', path: '/fields/articles/title', body: { note: 'x' } },
  { method: 'POST', path: '/relations', body: { collection_many: 'broken' } },
];

/** A project whose journal has an entry for each request that is not refused. */
function journal(isRefused: (path: string) => boolean, keeps = true) {
  const asked: string[] = [];
  const entries: number[] = [];
  const request = async (method: string, path: string): Promise<unknown> => {
    asked.push(`${method} ${path}`);
    if (isRefused(path)) throw new Error('refused');
    if (keeps && !path.endsWith('/undo')) entries.unshift(entries.length + 1);
    return {};
  };
  return { asked, recorder: { client: { request } as Recorder['client'], entries } };
}

const change = { title: '', verb: '', done: '', steps: STEPS };

describe('a change of several requests', () => {
  it('answers its entries of the journal, the newest first', async () => {
    const { recorder } = journal(() => false);
    expect(await runChange(recorder, change)).toEqual([3, 2, 1]);
  });

  it('is undone, the newest first, where it fails in the middle', async () => {
    const { asked, recorder } = journal((path) => path === '/relations');
    const failure = await runChange(recorder, change).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HalfDone);
    expect(failure).toMatchObject({ at: 2, isTakenBack: true });
    expect(asked.slice(STEPS.length)).toEqual(['POST /schema-changes/2/undo', 'POST /schema-changes/1/undo']);
  });

  it.each([
    ['the undo is refused', journal((path) => path === '/relations' || path.endsWith('/undo'))],
    ['the project keeps no journal', journal((path) => path === '/relations', false)],
  ])('says that something stays where %s', async (_why, { recorder }) => {
    await expect(runChange(recorder, change)).rejects.toMatchObject({ isTakenBack: false });
  });
});

it('finds the entries that an answer names', () => {
  expect(entriesIn(new Headers({ 'Octavo-Schema-Change': '12,13' }))).toEqual([13, 12]);
  expect(entriesIn(new Headers())).toEqual([]);
});
