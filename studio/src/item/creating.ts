import { OctavoError } from '@octavo/client';
import type { Ref } from 'vue';
import { pathOf } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { isRefusal } from '../api/refused.ts';
import { isSame } from '../model/same.ts';
import type { Form, Values } from './form.ts';
import { asRead, type Read } from './reading.ts';

/** What was sent to create an item. */
interface Sent {
  readonly query: Values;
  readonly body: Values;
}

/** The creation of an item: the key under which it happens once, and what was sent so far without a refusal or an answer. */
export interface Creation {
  readonly key: string;
  readonly sent: readonly Sent[];
}

/** An item that was created, and with what: an earlier attempt may have arrived, although its answer did not. */
interface Created {
  readonly read: Read;
  readonly body: Values;
}

const KEY_TAKEN = /Idempotency-Key has been used/;

/** Creates an item once, however often it is tried, and whatever is typed between the attempts. */
export function makeCreating(
  { client }: Pick<Project, 'client'>,
  collection: string,
  creation: Ref<Creation | null>,
): (query: Values, body: Values) => Promise<Created> {
  async function post({ query, body }: Sent, key: string): Promise<Created> {
    const headers = { 'Idempotency-Key': key };
    const answer = await client.request('POST', pathOf(collection), { ...query, headers }, body);
    creation.value = null;
    return { read: asRead(answer), body };
  }

  async function create(query: Values, body: Values): Promise<Created> {
    const now = { query, body };
    const { key, sent } = creation.value ?? { key: unique(), sent: [] };
    const others = sent.filter((each) => !isSame(each, now));
    creation.value = { key, sent: [...others, now] };
    try {
      return await post(now, key);
    } catch (error) {
      if (isRefusal(error)) creation.value = { key, sent: others };
      if (!isTaken(error)) throw error;
    }
    return (await findEarlier(others, key)) ?? create(query, body);
  }

  /** Repeats what was sent before: what has arrived is answered now. */
  async function findEarlier(sent: readonly Sent[], key: string): Promise<Created | null> {
    for (const each of sent) {
      const found = await post(each, key).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
      });
      if (found) return found;
    }
    creation.value = null;
    return null;
  }

  return create;
}

/** What was typed after something was sent, as edits of what is stored by then: rows of lists that were sent are there. */
export function typedSince({ collection, edits, stored }: Form, sent: Values): Values {
  const typed = Object.entries(edits).map(([name, value]) => {
    const isList = collection.field(name)?.isAlias === true;
    return [name, isList ? rowsSince(value, sent[name]) : value] as const;
  });
  const undone = Object.keys(sent)
    .filter((name) => !(name in edits) && isPlain(stored.value[name]) && !collection.field(name)?.isAlias)
    .map((name) => [name, stored.value[name] ?? null] as const);
  return Object.fromEntries(
    [...typed, ...undone].filter(([name, value]) => value !== undefined && !isSame(value, sent[name])),
  );
}

function rowsSince(value: unknown, sent: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(sent)) return value;
  const rows = value.filter((row) => !sent.some((other) => isSame(row, other)));
  return rows.length > 0 ? rows : undefined;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const unique = (): string => crypto.getRandomValues(new Uint32Array(4)).join('');

const isTaken = (error: unknown): boolean =>
  error instanceof OctavoError && error.status === 422 && KEY_TAKEN.test(error.message);
