import { type Octavo, OctavoError, type Untyped } from '@octavo/client';

/** A change of the schema, as the journal has it. */
export interface Entry {
  readonly id: number;
  readonly state: 'running' | 'done' | 'failed' | 'undone';
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly by: number | null;
  readonly action: string;
  readonly collection: string | null;
  readonly fields: readonly string[];
  readonly undo_of: number | null;
  readonly kept: readonly {
    readonly table: string;
    readonly fields: readonly string[] | null;
    readonly rows: number;
  }[];
  readonly kept_until: string | null;
  readonly undo: {
    readonly possible: boolean;
    readonly until: string | null;
    readonly reason: string | null;
    readonly blocked_by: readonly number[];
  };
  readonly undone_at: string | null;
  readonly undone_by: number | null;
}

type Client = Octavo<Untyped>;

/** Changes of the schema, the newest first; none where no journal is kept. Any other failure is one: what is unknown must not be undone. */
export async function readJournal(client: Client, limit: number, offset = 0): Promise<readonly Entry[]> {
  try {
    return await client.request<Entry[]>('GET', '/schema-changes', { limit, offset });
  } catch (error) {
    if (error instanceof OctavoError && error.status === 404) return [];
    throw error;
  }
}

/** The number of the newest change. */
export async function newestOf(client: Client): Promise<number> {
  return (await readJournal(client, 1))[0]?.id ?? 0;
}

/** The changes that somebody made after another and that can be taken back, the newest first. */
export async function madeSince(client: Client, before: number, by: number): Promise<readonly number[]> {
  const entries = await readJournal(client, 50);
  return entries
    .filter((entry) => entry.id > before && entry.by === by && entry.state === 'done' && entry.action !== 'undo')
    .map(({ id }) => id)
    .sort((a, b) => b - a);
}

/** Takes changes back, the newest first; answers how many. */
export async function undoAll(client: Client, ids: readonly number[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    await client.request('POST', `/schema-changes/${id}/undo`);
    count++;
  }
  return count;
}
