import { key, nullable } from '../../wire/members.ts';
import type { Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

const id = key('The id of the schema change');

/** A schema change. (Contract, S-181.) */
const change: Shape = (t) =>
  t.Object({
    id: t.Integer(),
    state: t.Union([t.Literal('done'), t.Literal('undone')]),
    made_at: t.String(),
    by: nullable(t, t.Integer()),
    action: t.String({ description: 'Such as field.delete, relation.create or undo' }),
    collection: nullable(t, t.String()),
    fields: t.Array(t.String()),
    undo_of: nullable(t, t.Integer()),
    kept: t.Array(t.Object({ table: t.String(), fields: t.Array(t.String()) })),
    kept_until: nullable(t, t.String()),
    undo: t.Object({
      possible: t.Boolean(),
      until: nullable(t, t.String()),
      reason: nullable(t, t.String()),
      blocked_by: t.Array(t.Integer()),
    }),
    undone_at: nullable(t, t.String()),
    undone_by: nullable(t, t.Integer()),
  });

const list: Wire = {
  summary: 'List the schema changes, newest first',
  tags: ['collections'],
  language: 'list',
  answers: [data((t) => t.Array(change(t)))],
  errors: [],
};

const read: Wire = {
  summary: 'Read a schema change',
  tags: ['collections'],
  path: { id },
  answers: [data(change)],
  errors: ['itemWithIdNotFound'],
};

const undo: Wire = {
  summary: 'Undo a schema change',
  tags: ['collections'],
  path: { id },
  answers: [data(change)],
  errors: ['itemWithIdNotFound', 'undoImpossible', 'dataBreaksConstraint'],
};

const purge: Wire = {
  summary: 'Remove what is kept of a schema change, so that it cannot be undone any more',
  tags: ['collections'],
  path: { id },
  answers: [{ kind: 'deleted' }],
  errors: ['itemWithIdNotFound'],
};

/** Schema changes. */
export const schemaChangesWire = { list, read, undo, purge };
