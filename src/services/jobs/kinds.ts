import { invalid } from '../../errors/violations.ts';
import type { JobKind } from './kind.ts';
import { backup } from './kinds/backup.ts';
import { deletion } from './kinds/delete.ts';
import { importing } from './kinds/import.ts';
import { thumbnails } from './kinds/thumbnails.ts';
import { undo } from './kinds/undo.ts';
import { update } from './kinds/update.ts';

/** The kinds of jobs by name. */
const kinds: Readonly<Record<string, JobKind>> = {
  update,
  delete: deletion,
  undo,
  import: importing,
  backup,
  thumbnails,
};

export const KIND_NAMES: readonly string[] = Object.keys(kinds);

/** The kind with a name; undefined if only another version of the server knows it. */
export const knownKind = (name: string): JobKind | undefined => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);

/** The kind with a name. Error 4. */
export function kindNamed(name: unknown): JobKind {
  const kind = typeof name === 'string' ? knownKind(name) : undefined;
  if (!kind) throw invalid('kind', `one of ${KIND_NAMES.join(', ')}`);
  return kind;
}
