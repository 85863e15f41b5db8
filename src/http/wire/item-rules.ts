import { key, nullable, text } from '../../wire/members.ts';
import type { Build, Shape, Shapes } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const id: Shapes = { id: key('The id of the rule') };
const ERRORS = ['adminOnly', 'itemWithIdNotFound'] as const;
const REFUSED = ['bodyMissing', 'validation', 'unprocessable', 'unknownPayloadFields', 'collectionNotFound'] as const;

const action = (t: Build) =>
  t.Union([t.Literal('create'), t.Literal('read'), t.Literal('update'), t.Literal('delete')]);
const object = (t: Build) => t.Record(t.String(), t.Unknown());

const described = (t: Build) => ({
  role: t.Integer({ description: 'The role that the rule binds' }),
  collection: t.String(),
  status: nullable(t, t.String({ description: 'The status of the items that it is about; null for all' })),
  action: action(t),
  filter: nullable(t, object(t)),
  presets: nullable(t, object(t)),
  validation: nullable(t, object(t)),
});

const sent: Shape = (t) => t.Partial(t.Object(described(t)));
const stored = (t: Build) =>
  t.Object({
    id: t.Integer(),
    ...described(t),
    problem: nullable(t, t.String({ description: 'Why the rule allows nothing; null if it is in order' })),
  });

const body: HandledBody = {
  check: 'handler',
  reason: 'What a rule may name depends on the schema, and its parts on each other.',
  shape: sent,
};

const list: Wire = {
  summary: 'List the rules about single items',
  tags: ['permissions'],
  query: { role: text('The id of a role'), collection: text('The name of a collection') },
  answers: [data((t) => t.Array(stored(t)))],
  errors: ['adminOnly'],
};

const read: Wire = {
  summary: 'Read a rule about single items',
  tags: ['permissions'],
  path: id,
  answers: [data(stored)],
  errors: ERRORS,
};

const create: Wire = {
  summary: 'Make a rule about single items',
  tags: ['permissions'],
  body,
  answers: [data(stored)],
  errors: ['adminOnly', ...REFUSED, 'ruleExists', 'internalTableMissing'],
};

const change: Wire = {
  summary: 'Change a rule about single items',
  tags: ['permissions'],
  path: id,
  body,
  answers: [data(stored)],
  errors: [...ERRORS, ...REFUSED, 'ruleExists'],
};

const remove: Wire = {
  summary: 'Delete a rule about single items',
  tags: ['permissions'],
  path: id,
  answers: [{ kind: 'deleted' }],
  errors: ERRORS,
};

const question = (t: Build) =>
  t.Intersect([
    t.Object({ collection: t.String(), action: action(t) }),
    t.Partial(
      t.Object({
        item: nullable(t, t.Union([t.String(), t.Number()])),
        fields: nullable(t, t.Array(t.String())),
        user: nullable(t, t.Union([t.String(), t.Integer()])),
        role: nullable(t, t.Integer()),
      }),
    ),
  ]);
const explanation = (t: Build) =>
  t.Object({
    allowed: t.Boolean(),
    refusal: nullable(t, object(t)),
    user: nullable(t, t.Integer()),
    role: t.Integer(),
    account: nullable(t, object(t)),
    collection: t.String(),
    item: nullable(t, t.String()),
    action: action(t),
    permission: nullable(t, object(t)),
    rules: t.Array(object(t)),
    values: nullable(t, object(t)),
    fields: t.Array(object(t)),
  });

const explain: Wire = {
  summary: 'Say why somebody may do something, or may not',
  tags: ['permissions'],
  body: {
    check: 'handler',
    reason: 'The names in a question depend on the schema, and its answer on who asks.',
    shape: (t) => t.Union([question(t), t.Array(question(t), { maxItems: 100 })]),
  },
  answers: [data((t) => t.Union([explanation(t), t.Array(explanation(t))]))],
  errors: ['notAuthenticated', 'adminOnly', ...REFUSED, 'queryTooLarge', 'invalidField', 'itemWithIdNotFound'],
};

/** Rules about single items, and explanations. */
export const itemRulesWire = { list, read, create, change, remove, explain };
