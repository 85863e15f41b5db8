import { beforeAll, describe, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { addNotes, harnessOn } from '../../support/on-every-engine.ts';

/** A pattern whose matching time doubles with every letter of such a text. */
const CATASTROPHE = '/^(?=(a+)+$).*$/';
const VICTIM = `${'a'.repeat(60)}!`;

describe('validation patterns with look-around', () => {
  const { project } = harnessOn('sqlite');
  beforeAll(() => addNotes(project));

  const validate = async (validation: string): Promise<void> => {
    const { status } = await project.ask('PATCH', '/fields/notes/title', { validation });
    expect(status).toBe(200);
  };
  const post = (title: string) => project.ask('POST', '/items/notes', { title });

  it.each([
    ['/^(?!admin).+$/', 'someone', 'administrator'],
    ['/^(\\w+) \\1$/', 'twice twice', 'twice once'],
    ['/^(?P<first>[a-z])x(?P=first)$/', 'axa', 'axb'],
    ['/\\Aab(?=c)c\\z/', 'abc', 'abc\n'],
    ['/(?=^.{8,}$)(?=.*\\d)(?=.*[A-Z])(?=.*[a-z]).*$/', 'Passw0rds', 'password'],
  ])('%s takes %s and refuses %s', async (pattern, good, bad) => {
    await validate(pattern);
    expect((await post(good)).status).toBe(200);
    const refused = await post(bad);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('title: This value is not valid.');
  });

  it('refuse a value that takes too long, leave nothing, and keep working', async () => {
    await validate(CATASTROPHE);
    const before = await project.digest();
    const refused = await post(VICTIM);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('takes too long')]);
    expect(await project.digest()).toBe(before);
    expect((await post('aaa')).status).toBe(200);
  });

  it("do not block the server's other answers", async () => {
    await validate(CATASTROPHE);
    let refused = 0;
    const victims = Array.from({ length: 4 }, () => post(VICTIM).then(() => refused++));
    await project.ask('GET', '/items/notes?limit=1');
    expect(refused).toBeLessThan(4);
    await Promise.all(victims);
    expect(refused).toBe(4);
  });

  it('do not block other writers', async () => {
    await validate(CATASTROPHE);
    let refused = 0;
    const victims = Array.from({ length: 20 }, () => post(VICTIM).then(() => refused++));
    const { status } = await project.ask('POST', '/items/notes', { text: 'x' });
    expect(status).toBe(200);
    expect(refused).toBeLessThan(victims.length);
    await Promise.all(victims);
  });

  it.each([
    ['/(?<!/', 'is an invalid regular expression'],
    ['/^a++$/', 'possessive'],
  ])('are refused where they are saved, on every way: %s', async (validation, message) => {
    const code = { field: 'patterned', type: 'string', datatype: 'VARCHAR', length: 20, validation };
    const collection = { collection: 'patterned', fields: [id, code] };
    for (const [method, path, body] of [
      ['PATCH', '/fields/notes/title', { validation }],
      ['PATCH', '/fields/notes', [{ field: 'title', validation }]],
      ['POST', '/fields/notes', code],
      ['POST', '/collections', collection],
      ['PATCH', '/collections/notes', { fields: [{ field: 'title', validation }] }],
      ['PATCH', '/collections/notes', { fields: [code] }],
    ] as const) {
      const { status, body: answer, text } = await project.ask(method, path, body);
      expect([method, path, status, answer.error?.code]).toEqual([method, path, 422, 12]);
      expect(text).toContain(message);
    }
  });
});
