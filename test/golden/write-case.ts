import type { Outcome } from '../../src/patterns/pattern.ts';
import type { WriteContext } from '../../src/query/plan/write/context.ts';
import { planCreate } from '../../src/query/plan/write/create.ts';
import { planDelete } from '../../src/query/plan/write/delete.ts';
import { Hashed } from '../../src/query/plan/write/hashed.ts';
import type { Payload } from '../../src/query/plan/write/payload.ts';
import type { How, WritePlan } from '../../src/query/plan/write/plan.ts';
import { planUpdate } from '../../src/query/plan/write/update.ts';
import type { Collection } from '../../src/schema/collection.ts';
import { primaryKeyOf } from '../../src/schema/schema.ts';
import { rulesOf } from '../../src/services/system/all.ts';
import { isRecord } from '../../src/shared/is-record.ts';
import { library, libraryCollection } from './library.ts';
import { person } from './people.ts';

/** The stored form of every value of a `hash` field. */
export const HASH = '$2y$10$the-hash';

const LINE = /^(\w+) (create|update|delete) (\w+) (.*?)(?: \| (.*))?$/;
const MISSING = 'nothing';

/** The circumstances of a request: words, and names with values after `=`. */
type Words = ReadonlyMap<string, string>;

/**
 * Plans the write that a line asks for: `who create collection payload`, `who update collection stored → payload` or
 * `who delete collection stored`, with `nothing` for an item that is not there, and words on the request after a bar.
 */
export function planOfCase(line: string): WritePlan {
  const [, who = '', verb, name = '', body = '', rest = ''] = LINE.exec(line) ?? [];
  if (!verb) throw new Error(`"${line}" is not a case`);
  const words: Words = new Map(
    rest.split(' ').map((word) => [word.split('=')[0] ?? '', word.slice(word.indexOf('=') + 1)]),
  );
  const [context, how, collection] = [contextOf(who, words), howOf(words), libraryCollection(name)];
  const filtered = words.has('filtered');
  if (verb === 'create')
    return planCreate(context, collection, {
      sent: payloadOf(collection, body),
      defaults: wordsOf(words, 'defaults'),
      filtered,
      how,
    });
  const [before = '', after = ''] = body.split(' → ');
  const stored = before === MISSING ? undefined : { ...emptyItem(collection), ...payloadOf(collection, before) };
  if (verb === 'delete') return planDelete(context, collection, { stored, how });
  const sent = payloadOf(collection, after);
  const key = String(stored?.[primaryKeyOf(collection).name] ?? 99);
  return planUpdate(context, collection, { key, stored, sent, normalised: sent, filtered, how });
}

const emptyItem = ({ fields }: Collection): Payload =>
  Object.fromEntries(fields.flatMap(({ name, column }) => (column ? [[name, null]] : [])));

function contextOf(name: string, words: Words): WriteContext {
  const { user, role, policy } = person(name);
  return {
    schema: library,
    policy,
    caller: name === 'public' ? { kind: 'public' } : { kind: 'user', id: user, role },
    now: new Date('2020-02-29T23:30:00Z'),
    timeZone: 'UTC',
    comment: words.has('comment') ? 'why' : null,
    strict: words.has('strict'),
    recorded: !words.has('unrecorded'),
    hooked: words.has('hooked'),
    matched: words.has('matched') ? new Answered(OUTCOMES[words.get('matched') ?? '']) : new Map(),
    rulesOf,
    isAwaited: () => words.has('awaited'),
  };
}

const OUTCOMES: Readonly<Record<string, Outcome>> = { yes: true, no: false, late: undefined };

/** The same answer to every question about a pattern. */
class Answered extends Map<string, Outcome> {
  readonly #outcome: Outcome;

  constructor(outcome: Outcome) {
    super([['', outcome]]);
    this.#outcome = outcome;
  }

  override has(): boolean {
    return true;
  }

  override get(): Outcome {
    return this.#outcome;
  }
}

function howOf(words: Words): How {
  const [parent = '', key = ''] = words.get('parent')?.split('/') ?? [];
  return {
    ...(words.has('parent') && { parent: { collection: parent, key: key === '' ? null : key } }),
    ...(words.has('apart') && { apart: true }),
    ...(words.has('computed') && { computed: wordsOf(words, 'computed') }),
    ...(words.has('required') && { required: words.get('required')?.split(',') ?? [] }),
    ...(words.has('whole') && { whole: true }),
    ...(words.has('revert') && { action: 'revert' as const }),
  };
}

const wordsOf = (words: Words, name: string): Payload => JSON.parse(words.get(name) ?? '{}') as Payload;

const payloadOf = (collection: Collection, text: string): Payload =>
  hashed(collection, JSON.parse(text) as Record<string, unknown>);

/** Values of `hash` fields are hashed before planning, also in nested items. */
function hashed(collection: Collection, payload: Payload): Payload {
  const entries = Object.entries(payload).map(([name, value]): [string, unknown] => {
    const field = collection.byName.get(name);
    if (field?.type.name === 'hash' && (typeof value !== 'object' || value === null))
      return [name, new Hashed(value, HASH)];
    const related = field?.relation && library.collections.get(field.relation.collection);
    const inner = (each: unknown): unknown => (related && isRecord(each) ? hashed(related, each) : each);
    return [name, Array.isArray(value) ? value.map(inner) : inner(value)];
  });
  return Object.fromEntries(entries);
}
