import { afterAll, beforeAll, expect, it } from 'vitest';
import { equals } from '../../src/persistence/row-statements.ts';
import type { Store } from '../../src/persistence/store.ts';
import type { Stored } from '../../src/schema/stored.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, createTestProject, type Payload, type TestProject } from '../support/project.ts';
import { guessesOf } from './guesses.ts';
import { collections, type Rows, type Rule, relations, rules } from './secrets.ts';

const ROLES = [
  { id: 2, name: 'public', token: null },
  { id: 3, name: 'reader', token: 'the-token-of-the-reader' },
  { id: 4, name: 'editor', token: 'the-token-of-the-editor' },
] as const;
const TABLES = ['notes_labels', 'notes', 'shelves', 'vaults', 'labels', 'directus_revisions', 'directus_permissions'];
const VICTIM = 4;
const AT_ONCE = 16;
/** If fewer requests than this show the administrator a difference, the test asks the wrong questions. */
const TELLING = 9;
/**
 * Permissions work alike on every engine. On database servers, where each request is a round trip, only one in this
 * many is sent.
 */
const SERVERS_SHARE = 6;
const TIMEOUT_MS = 120_000;

onEveryEngine('hidden data', ({ engine, database, server, project }) => {
  let twins: readonly [TestProject, TestProject];
  beforeAll(async () => {
    twins = [project, await createTestProject(server, database)];
    for (const twin of twins) await furnish(twin);
  }, TIMEOUT_MS);
  afterAll(() => twins?.[1].remove());
  for (const rule of rules) {
    const share = engine === 'sqlite' ? 1 : SERVERS_SHARE;
    it(`${rule.name} can be neither seen nor guessed`, () => expectSecret(twins, rule, share), TIMEOUT_MS);
  }
});

async function furnish(project: TestProject): Promise<void> {
  for (const collection of collections) await project.write('POST', '/collections', collection);
  for (const relation of relations) await project.write('POST', '/relations', relation);
  await project.write('POST', '/roles', { name: 'Reader', external_id: 'readers' });
  await project.write('POST', '/roles', { name: 'Editor', external_id: 'editors' });
  for (const [name, role, token] of [
    ['reader', 3, ROLES[1].token],
    ['editor', 4, ROLES[2].token],
    ['victim', 1, null],
  ] as const) {
    const user = { first_name: name, last_name: name, email: `${name}@example.com`, password: 'password' };
    await project.write('POST', '/users', { ...user, status: 'active', role, token, external_id: name });
  }
}

/**
 * Responses for both secrets must be identical byte by byte for everybody but the administrator, who sees a difference.
 */
async function expectSecret(twins: readonly [TestProject, TestProject], rule: Rule, share: number): Promise<void> {
  await Promise.all(twins.map((project, index) => plant(project, rule, index as 0 | 1)));
  const leaks: string[] = [];
  let seen = 0;
  const enough = rule.forEverybody ? Number.POSITIVE_INFINITY : TELLING / share;
  const requests = guessesOf(rule).filter((_, index) => index % share === 0);
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const batch = requests.slice(start, start + AT_ONCE);
    leaks.push(...(await Promise.all(batch.map((path) => leaksOf(twins, path)))).flat());
    // The first few differences are enough to know that the questions are the right ones.
    if (seen > enough) continue;
    const told = await Promise.all(batch.map((path) => differ(twins, path, ADMIN_TOKEN)));
    seen += told.filter(Boolean).length;
  }
  expect(leaks).toEqual([]);
  if (rule.forEverybody) expect(seen).toBe(0);
  else expect(seen, 'requests that tell the administrator').toBeGreaterThan(TELLING / share);
}

/** The roles for which the responses differ. */
async function leaksOf(twins: readonly [TestProject, TestProject], path: string): Promise<string[]> {
  const differing = await Promise.all(ROLES.map(({ token }) => differ(twins, path, token)));
  return ROLES.filter((_, index) => differing[index]).map(({ name }) => `${name}: ${path}`);
}

async function differ(twins: readonly TestProject[], path: string, token: string | null): Promise<boolean> {
  const [one, other] = await Promise.all(twins.map((project) => shown(project, path, token)));
  return one !== other;
}

async function shown(project: TestProject, path: string, token: string | null): Promise<string> {
  const { status, text } = await (path.startsWith('{') ? project.query(path, token) : project.get(path, token));
  expect(status, `${path}: ${text}`).toBeLessThan(500);
  const timeless = text.replace(/"last_access_on":"[^"]*"/g, '');
  return `${status} ${timeless.replaceAll(project.key, 'project')}`;
}

async function plant(project: TestProject, rule: Rule, which: 0 | 1): Promise<void> {
  const opened = await project.opened();
  for (const table of TABLES) await opened.database.run({ text: `DELETE FROM ${table}`, parameters: [] });
  for (const { id } of await project.read<{ id: number }[]>('/permissions/rules'))
    await project.write('DELETE', `/permissions/rules/${id}`);
  await insert(project, rule.rows[which]);
  for (const key of rule.foreign ?? []) await change(opened, 'notes', key, { owner: VICTIM });
  if (rule.user) await change(opened, 'directus_users', VICTIM, rule.user[which]);
  await project.write(
    'POST',
    '/permissions',
    ROLES.flatMap(({ id }) => rule.permissions.map((row) => ({ ...row, role: id }))),
  );
  for (const each of rule.itemRules ?? [])
    for (const { id } of ROLES) await project.write('POST', '/permissions/rules', { ...each, role: id });
}

async function insert(project: TestProject, rows: Rows): Promise<void> {
  for (const [name, list] of Object.entries(rows)) await project.write('POST', `/items/${name}`, list);
}

/** Bypasses the server, since only the server itself may write some fields. */
async function change({ dialect, database }: Store, table: string, key: number, values: Payload): Promise<void> {
  const entries = Object.entries(values);
  const { text } = dialect.printer.update({
    table,
    columns: entries.map(([name]) => name),
    where: equals('id', key, 'integer'),
  });
  await database.run({ text, parameters: [...entries.map(([, value]) => value as Stored), key] });
}
