import { LOSS_KINDS } from '../../services/schema-plan/losses.ts';
import { nullable, oneOf } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';

/** The parameter that asks for the plan of a change. */
export const planFlag: Shape = (t) =>
  t.Union([t.Literal(''), t.Literal('0'), t.Literal('1'), t.Literal('false'), t.Literal('true')], {
    description: 'Whether to answer with the plan of the change, and make none',
  });

const example = (t: Build) => t.Object({ key: t.Unknown(), value: t.Unknown() });

/** Counts, as far as the caller may see them. */
const found = (t: Build) => ({
  count: nullable(t, t.Integer({ description: 'Null if the caller may not read all items' })),
  exact: t.Boolean({ description: 'Whether the number was counted, not estimated' }),
  examples: t.Array(example(t)),
});

const table = (t: Build) =>
  t.Object({
    table: t.String(),
    action: oneOf(t, ['create', 'alter', 'drop']),
    rows: nullable(t, t.Integer()),
    exact: t.Boolean(),
    rewrites: t.Boolean({ description: 'Whether the engine rewrites every row' }),
    locks: oneOf(t, ['none', 'writes', 'all']),
    seconds: t.Number({ description: 'How long it takes, by rule of thumb' }),
  });

/** What a schema change would do. (Contract, S-172 to S-178.) */
export const schemaPlan: Shape = (t) =>
  t.Object({
    possible: t.Boolean({ description: 'Whether the stored data allows the change' }),
    error: nullable(t, t.Object({ code: nullable(t, t.Integer()), message: t.String() })),
    statements: t.Array(t.Object({ table: t.String(), sql: t.String() })),
    rows: t.Array(
      t.Object({ table: t.String(), action: oneOf(t, ['create', 'update', 'delete']), count: t.Integer() }),
    ),
    tables: t.Array(table(t)),
    seconds: t.Number(),
    losses: t.Array(
      t.Object({
        kind: oneOf(t, LOSS_KINDS),
        table: t.String(),
        field: nullable(t, t.String()),
        kept: t.Boolean({ description: 'Whether it is kept aside for a time' }),
        ...found(t),
      }),
    ),
    conflicts: t.Array(
      t.Object({
        table: t.String(),
        field: t.String(),
        constraint: oneOf(t, ['unique', 'required', 'length', 'type']),
        ...found(t),
      }),
    ),
    undo: t.Object({
      possible: t.Boolean(),
      until: nullable(t, t.String()),
      reason: nullable(t, t.String()),
    }),
    warnings: t.Array(
      t.Object({
        kind: oneOf(t, ['relation', 'field', 'permission', 'preset', 'webhook', 'rule']),
        name: t.String(),
        message: t.String(),
      }),
    ),
  });
