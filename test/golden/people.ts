import type { PermissionRow } from '../../src/permissions/permission-row.ts';
import { compilePolicy, type Policy } from '../../src/permissions/policy.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from '../../src/permissions/roles.ts';

/** A caller: the id and the role of a user, and what the role may do. */
export interface Person {
  readonly user: number;
  readonly role: number;
  readonly policy: Policy;
}

const ALL = ['books', 'writers', 'nations', 'lines', 'books_tags', 'tags', 'translations', 'notes', 'foreign'];

/**
 * What roles may do, a line for each row of `directus_permissions`: the collection, its status in parentheses, then
 * `level`, `hide=` fields that are not read, `lock=` fields that are not written, and levels of single actions.
 */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  public: ['nations full', 'notes none'],
  reader: ALL.map((name) => `${name} full`),
  nobody: [],
  author: [
    ...ALL.filter((name) => name !== 'books' && name !== 'notes').map((name) => `${name} full`),
    'books mine',
    'notes mine',
  ],
  team: [...ALL.filter((name) => name !== 'books').map((name) => `${name} full`), 'books role'],
  // What is hidden from others: a text, a key, a list, a whole collection.
  blind: ['books full hide=title,writer,sort', 'writers full', 'nations full'],
  keyless: ['books full hide=id', 'lines full hide=book', 'writers full'],
  lonely: ['books full', 'writers none', 'lines none'],
  chain: ['books full', 'writers full hide=email,nation', 'nations full', 'lines full'],
  flow: ['books(published) full', 'books(draft) mine', 'writers full', 'lines full'],
  secretive: ['books(published) full hide=price', 'books(draft) full hide=writer,lines', 'writers full', 'lines full'],
  stealthy: ['books(published) full', 'books(draft) full hide=status', 'lines full'],
  faceless: ['books full hide=status', 'lines full'],
  halfway: ['books full', 'lines full', 'writers full', 'books_tags full', 'tags none'],
  staff: [
    'books full',
    'directus_users full',
    'directus_files full',
    'directus_activity full',
    'directus_revisions full',
    'directus_settings full',
    'directus_roles mine',
    'directus_permissions role',
  ],
  member: [
    'books mine',
    'directus_users mine',
    'directus_activity mine',
    'directus_revisions mine',
    'directus_files role',
  ],
  // Who writes: levels of single actions, fields that are not written, changes that must be explained.
  writer: [
    ...['posts', 'replies', 'albums', 'songs', 'articles', 'nations', 'lines', 'writers'].map((name) => `${name} full`),
    'books mine',
  ],
  locked: ['posts full lock=code,secret', 'books(published) full', 'books(draft) full lock=price'],
  explainer: ['notes full explain=always', 'tags full explain=create', 'writers full explain=update'],
  maker: ['notes none create=full', 'books none create=mine'],
  looker: ['notes none read=full', 'books none read=full', 'writers none read=full', 'lines none read=mine'],
  editor: ['books full delete=none create=none', 'notes full delete=mine'],
  drafter: ['books(draft) full', 'books(published) none read=full'],
  trasher: ['books full update=mine delete=role'],
  clerk: ['directus_users full', 'directus_files full', 'directus_roles full', 'directus_permissions full'],
  self: ['directus_users mine', 'directus_files mine delete=none', 'directus_collection_presets mine'],
};

const NOTHING = { create: null, read: null, update: null, delete: null, comment: null, explain: null };

function toRow(line: string, role: number, id: number): PermissionRow {
  const [, collection = '', status = null, level = '', rest = ''] = /^(\w+)(?:\((\S+)\))? (\w+)(.*)$/.exec(line) ?? [];
  const said = Object.fromEntries(rest.split(' ').map((word) => word.split('=') as [string, string]));
  const list = (name: string): string[] => said[name]?.split(',') ?? [];
  return {
    ...NOTHING,
    ...{ create: level, read: level, update: level, delete: level },
    ...Object.fromEntries(Object.entries(said).filter(([name]) => name in NOTHING)),
    ...{ id, collection, role, status },
    read_field_blacklist: list('hide'),
    write_field_blacklist: list('lock'),
    status_blacklist: [],
  };
}

/** Rows of `directus_permissions`, each in short form. */
export const rowsOf = (lines: readonly string[], role: number): PermissionRow[] =>
  lines.map((line, index) => toRow(line, role, index + 1));

/** A caller with a role; `admin` is the administrator, `public` has no account. */
export function person(name: string): Person {
  if (name === 'admin') return { user: 1, role: ADMIN_ROLE, policy: compilePolicy(ADMIN_ROLE, []) };
  const lines = ROLES[name];
  if (!lines) throw new Error(`no role is called ${name}`);
  const role = name === 'public' ? PUBLIC_ROLE : 3 + Object.keys(ROLES).indexOf(name);
  return { user: name === 'public' ? 0 : 7, role, policy: compilePolicy(role, rowsOf(lines, role)) };
}
