import { beforeAll, expect, it } from 'vitest';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

/** With their revisions, changes of all notes are more than SQLite commits in the server. */
const NOTES = 12;
const LENGTH = 1_500_000;

onEveryEngine('a write of much text', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
    await project.write('PATCH', '/fields/notes/text', { datatype: 'MEDIUMTEXT' });
    await project.write(
      'POST',
      '/items/notes',
      Array.from({ length: NOTES }, (_, index) => ({ title: 'old', code: `old ${index}` })),
    );
  });

  const changed = (letter: string, codeOf: (index: number) => string): object[] =>
    Array.from({ length: NOTES }, (_, index) => ({
      id: index + 1,
      title: letter,
      text: letter.repeat(LENGTH),
      code: codeOf(index),
    }));
  const list = async (path: string): Promise<unknown[]> => (await project.ask('GET', path)).body.data as unknown[];
  const revisions = async (): Promise<number> => (await list('/revisions?fields=id&limit=-1')).length;

  it('leaves nothing if its last item is refused', async () => {
    const before = await revisions();
    const twice = changed('a', (index) => (index === NOTES - 1 ? 'a 0' : `a ${index}`));
    const { status, body } = await project.ask('PATCH', '/items/notes', twice);
    expect([status, body.error?.code]).toEqual([409, 204]);
    expect(await list('/items/notes?fields=title&filter[title][neq]=old')).toEqual([]);
    expect(await revisions()).toBe(before);
  });

  it('changes every item once, with one revision each, and other writes go on', async () => {
    const before = await revisions();
    const writing = project.ask(
      'PATCH',
      '/items/notes?fields=title',
      changed('b', (index) => `b ${index}`),
    );
    const beside = Array.from({ length: 5 }, (_, index) =>
      project.ask('POST', '/items/notes', { title: 'beside', code: `beside ${index}` }),
    );
    const answers = await Promise.all([writing, ...beside]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await list('/items/notes?fields=title&filter[title]=b')).toHaveLength(NOTES);
    const texts = (await list('/items/notes?fields=text&filter[title]=b&limit=1')) as { text: string }[];
    expect(texts[0]?.text.length).toBe(LENGTH);
    expect(await revisions()).toBe(before + NOTES + beside.length);
  });
});
