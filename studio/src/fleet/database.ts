import type { ShownDatabase } from './fleet.ts';

/** The values of the form for a database. */
export interface DatabaseDraft {
  readonly db_type: ShownDatabase['engine'];
  readonly db_name: string;
  readonly db_host: string;
  readonly db_port: string;
  readonly db_user: string;
  readonly db_password: string;
}

export const EMPTY_DATABASE: DatabaseDraft = {
  db_type: 'sqlite',
  db_name: '',
  db_host: '',
  db_port: '',
  db_user: '',
  db_password: '',
};

/** The part of a body that names a database: a file has neither host nor account. */
export function databaseBody(draft: DatabaseDraft): Readonly<Record<string, string>> {
  const { db_type, db_name } = draft;
  if (db_type === 'sqlite') return { db_type, db_name };
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''));
}

/** The same without the password, which is sent once and not kept. */
export const withoutPassword = (draft: DatabaseDraft): DatabaseDraft => ({ ...draft, db_password: '' });
