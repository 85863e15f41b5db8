import type { ApiModel, Form } from './model.ts';
import { partNames } from './names.ts';
import type { Printed, Shared } from './routes/printed.ts';
import type { JsonSchema } from './schemas/value.ts';

/** A schema of items that a document refers to. */
interface ItemPart {
  readonly collection: string;
  readonly form: Form;
}

/** Collects the parts that a document refers to while it is written, so that it contains exactly those. */
export class References {
  readonly #model: ApiModel;
  readonly #names: ReadonlyMap<string, string>;
  /** Schemas of items, in the order of their first reference. */
  readonly items = new Map<string, ItemPart>();
  readonly shared: Readonly<Record<Shared, Set<string>>> = {
    headers: new Set(),
    parameters: new Set(),
    responses: new Set(),
    schemas: new Set(),
  };

  constructor(model: ApiModel) {
    this.#model = model;
    this.#names = partNames(model.keys());
  }

  /** The name of a collection in the names of parts. */
  partOf(collection: string): string {
    return this.#names.get(collection) ?? '_';
  }

  /** Refers to the schema of a collection's items; to any object if the caller does not see it. */
  item(collection: string, form: Form): JsonSchema {
    const name = this.itemName(collection, form);
    return name === null ? { type: 'object' } : { $ref: `#/components/schemas/${name}` };
  }

  /** Records references to shared parts. */
  note(shared: Printed['shared']): void {
    for (const [kind, name] of shared) this.shared[kind].add(name);
  }

  /** The name of the schema of a collection's items; null if the caller does not see it. */
  itemName(collection: string, form: Form): string | null {
    if (!this.#model.get(collection)?.actions.has(form)) return null;
    const part = this.partOf(collection);
    const name = form === 'read' ? part : `${part}.${form}`;
    this.items.set(name, { collection, form });
    return name;
  }
}
