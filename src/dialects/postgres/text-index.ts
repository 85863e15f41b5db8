import type { Reader } from '../dialect.ts';

/**
 * Installs the extension that text indexes need. An account that may create tables in its own database may also do
 * this.
 */
export const PREPARE_TEXTS = 'CREATE EXTENSION IF NOT EXISTS pg_trgm';

/**
 * A text in the form in which searches compare it; the C collation folds ASCII only. Text indexes use the same
 * expression.
 */
export const searched = (text: string): string => `lower(${text}::text COLLATE "C")`;

const STATE = `SELECT
  (SELECT count(*) FROM pg_catalog.pg_extension WHERE extname = 'pg_trgm'),
  (SELECT count(*) FROM pg_catalog.pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_catalog.pg_opclass_is_visible(oid)),
  (SELECT count(*) FROM pg_catalog.pg_available_extensions WHERE name = 'pg_trgm'),
  has_database_privilege(current_database(), 'CREATE')::int,
  (SELECT rolsuper::int FROM pg_catalog.pg_roles WHERE rolname = current_user),
  current_setting('server_version_num')::int,
  (${['ΑΣ', 'I\u0307'].map((text) => folded(text)).join(' AND ')})::int`;

/**
 * Tests whether the database lower-cases each character independently. The extension requires this, because it folds
 * only a part of a text when it searches.
 */
function folded(text: string): string {
  const [first = '', second = ''] = text;
  return `lower('${text}') = lower('${first}') || lower('${second}')`;
}

/** From this version on, users who are not superusers may create the extension. */
const TRUSTED = 130_000;

/** Why the database cannot have text indexes; null if it can. */
export async function textIndexObstacle(reader: Reader): Promise<string | null> {
  const [row = []] = await reader.all({ text: STATE, parameters: [] });
  const [created, visible, available, mayCreate, isSuperuser, version, folds] = row.map(Number) as number[];
  if (!folds) return FOLDING;
  if (created) return visible ? null : HIDDEN;
  if (!available) return MISSING;
  return isSuperuser || (mayCreate && (version ?? 0) >= TRUSTED) ? null : FORBIDDEN;
}

const MISSING = 'the database server has no extension pg_trgm: install it (package postgresql-contrib)';
const HIDDEN =
  'the extension pg_trgm is in a schema that is not in the search path: move it with ALTER EXTENSION pg_trgm SET SCHEMA public';
const FORBIDDEN =
  'the user of the database may not create the extension pg_trgm: have an administrator run CREATE EXTENSION pg_trgm in it';
const FOLDING =
  "letters of the database's collation change with those next to them: take a database with another locale, such as C.UTF-8";
