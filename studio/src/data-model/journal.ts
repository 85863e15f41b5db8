import type { Octavo, Untyped } from '@octavo/client';

/** A change of the schema in the journal. */
export interface Entry {
  readonly id: number;
  readonly state: 'done' | 'undone';
  readonly made_at: string;
  readonly by: number | null;
  readonly action: string;
  readonly collection: string | null;
  readonly fields: readonly string[];
  readonly undo_of: number | null;
  readonly kept: readonly { readonly table: string; readonly fields: readonly string[] }[];
  readonly kept_until: string | null;
  readonly undo: {
    readonly possible: boolean;
    readonly until: string | null;
    readonly reason: string | null;
    readonly blocked_by: readonly number[];
  };
}

type Client = Pick<Octavo<Untyped>, 'request'>;

/** A client with the entries that its requests have made in the journal, the newest first. */
export interface Recorder {
  readonly client: Client;
  readonly entries: readonly number[];
}

/** The entries that an answer names, the newest first. */
export const entriesIn = (headers: Headers): number[] =>
  (headers.get('Octavo-Schema-Change') ?? '').split(',').filter(Boolean).map(Number).reverse();

/** Changes of the schema, the newest first. */
export const readJournal = (client: Client, limit: number, offset = 0): Promise<Entry[]> =>
  client.request<Entry[]>('GET', '/schema-changes', { limit, offset });

/** Undoes changes, the newest first. */
export async function undoAll(client: Client, ids: readonly number[]): Promise<void> {
  for (const id of ids) await client.request('POST', `/schema-changes/${id}/undo`);
}
