import { OctavoError } from '@octavo/client';
import type { Ref } from 'vue';
import { makeIdempotencyKey } from '../api/idempotency-key.ts';
import { pathOf } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { isRefusal } from '../api/refused.ts';
import { isSame } from '../model/same.ts';
import type { Form, Values } from './form.ts';
import { asRead, type Read } from './reading.ts';

/** An attempt to create an item. */
interface Sent {
  readonly query: Values;
  readonly body: Values;
}

/** The creation of an item: its idempotency key, and the attempts that have been neither refused nor answered. */
export interface Creation {
  readonly key: string;
  readonly sent: readonly Sent[];
}

/** A created item and the body that created it, which may be that of an earlier attempt whose answer was lost. */
interface Created {
  readonly read: Read;
  readonly body: Values;
}

const KEY_TAKEN = /Idempotency-Key has been used/;

/** Returns a function that creates an item only once, even if it is retried and the input changes in between. */
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
    const { key, sent } = creation.value ?? { key: makeIdempotencyKey(), sent: [] };
    const others = sent.filter((each) => !isSame(each, now));
    creation.value = { key, sent: [...others, now] };
    try {
      return await post(now, key);
    } catch (error) {
      if (isRefusal(error)) creation.value = { key, sent: others };
      if (!isKeyTaken(error)) throw error;
    }
    return (await findEarlier(others, key)) ?? create(query, body);
  }

  /** Repeats earlier attempts. The server answers the one that had reached it like the first time. */
  async function findEarlier(sent: readonly Sent[], key: string): Promise<Created | null> {
    for (const each of sent) {
      const found = await post(each, key).catch((error: unknown) => {
        if (!isKeyTaken(error)) throw error;
      });
      if (found) return found;
    }
    creation.value = null;
    return null;
  }

  return create;
}

/** The edits made since `sent` was sent, relative to the saved item, which already has the sent rows of lists. */
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

const isKeyTaken = (error: unknown): boolean =>
  error instanceof OctavoError && error.status === 422 && KEY_TAKEN.test(error.message);
