/** An API key, as the server lists it: without the key itself. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly read_only: boolean;
  readonly collections: Readonly<Record<string, readonly string[]>> | null;
  readonly expires_on: string | null;
  readonly last_used: string | null;
  readonly created_on: string;
  /** Only in the answer to its creation. */
  readonly key?: string | null;
}

/** The rights of a new key. */
export interface KeyDraft {
  readonly name: string;
  readonly readOnly: boolean;
  /** Days until it ends; 0 for never. */
  readonly days: number;
  /** The collections it may use; null for all. */
  readonly collections: readonly string[] | null;
}

export const LIFETIMES = [0, 30, 90, 365] as const;

/** A new key in the server's form. */
export function keyBody({ name, readOnly, days, collections }: KeyDraft, now: Date): Readonly<Record<string, unknown>> {
  const actions = readOnly ? ['read'] : ['create', 'read', 'update', 'delete'];
  const ends = new Date(now.getTime() + days * 86_400_000).toISOString();
  return {
    name: name.trim(),
    read_only: readOnly,
    collections: collections && Object.fromEntries(collections.map((collection) => [collection, actions])),
    expires_on: days === 0 ? null : `${ends.slice(0, 10)} ${ends.slice(11, 19)}`,
  };
}
