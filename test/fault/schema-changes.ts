import { id, integer, text } from '../support/fields.ts';
import type { ProjectServer } from './project-server.ts';

/** A schema change, as a request; `makes` and `drops` name the collection that is created or dropped. */
export interface Change {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly makes?: string;
  readonly drops?: string;
}

/** Everything that can happen to a collection, from its creation to its removal. */
export function lifeOf(name: string): Change[] {
  const junction = `${name}_links`;
  const relation = (field: string, junctionField: string, one: string | null): object => ({
    collection_many: junction,
    field_many: field,
    collection_one: name,
    field_one: one,
    junction_field: junctionField,
  });
  return [
    { method: 'POST', path: '/collections', body: { collection: name, fields: [id, text('title')] }, makes: name },
    { method: 'POST', path: '/permissions', body: { collection: name, role: 2, read: 'full' } },
    { method: 'POST', path: `/fields/${name}`, body: text('extra') },
    { method: 'PATCH', path: `/fields/${name}/title`, body: { length: 60, note: '60' } },
    { method: 'PATCH', path: `/fields/${name}/title`, body: { length: 50, note: '50', unique: true } },
    {
      method: 'POST',
      path: '/collections',
      body: { collection: junction, fields: [id, integer('left'), integer('right')] },
      makes: junction,
    },
    { method: 'POST', path: `/fields/${name}`, body: { field: 'others', type: 'o2m', interface: 'many-to-many' } },
    { method: 'POST', path: '/relations', body: relation('left', 'right', 'others') },
    { method: 'POST', path: '/relations', body: relation('right', 'left', null) },
    { method: 'DELETE', path: `/fields/${name}/others?delete_junction=1`, drops: junction },
    { method: 'DELETE', path: `/fields/${name}/extra` },
    ...(Number(name.slice(1)) % 3 === 0 ? [] : [{ method: 'DELETE', path: `/collections/${name}`, drops: name }]),
  ];
}

/** What the server has confirmed, recorded outside it: collections that must exist, and those that must not. */
export class Ledger {
  readonly present = new Set<string>();
  readonly absent = new Set<string>();

  /** Makes a change, and records what was confirmed. While it is in progress, both outcomes are right. */
  async make(server: ProjectServer, change: Change): Promise<number> {
    if (change.drops) this.present.delete(change.drops);
    const { status } = await server.call(change.method, change.path, change.body);
    if (status >= 300) return status;
    if (change.makes) this.present.add(change.makes);
    if (change.drops) this.absent.add(change.drops);
    return status;
  }

  /** Confirmed changes that are not in the database. */
  lost(collections: ReadonlySet<string>): string[] {
    const missing = [...this.present].filter((name) => !collections.has(name)).map((name) => `${name} is lost`);
    return [...missing, ...[...this.absent].filter((name) => collections.has(name)).map((name) => `${name} is back`)];
  }
}
