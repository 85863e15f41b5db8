import type { ErrorName } from '../../errors/catalogue.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Warning } from '../../query/plan/write/warnings.ts';
import type { Item } from '../../query/shape/decoder.ts';

/** The additional write rules of a system collection. */
export interface WriteRules {
  /** Fields that a new item must have even though their columns accept null. */
  readonly required?: readonly string[];
  /** The error for changing or deleting an item that the caller may not see, if not "not found". */
  readonly hidden?: { readonly update?: ErrorName; readonly delete?: ErrorName };
  /** Fields that hold keys of another collection without a relation in the schema. */
  readonly references?: Readonly<Record<string, string>>;
  /** Returns warnings about a payload, as far as the catalogue tells; `stored` is null on creation. */
  warnings?(context: Scope, payload: Payload, stored: Payload | null): readonly Warning[];
  /** Transforms a payload into its stored form; `stored` is null on creation. */
  normalise?(context: Scope, payload: Payload, stored: Payload | null): Payload;
  /** Values that the server sets on creation, without needing the caller's permission. */
  assign?(context: Scope): Payload;
  /** Defaults for values that are missing on creation. */
  defaults?(payload: Payload): Payload;
  /** Returns what actually changes in an item that is sent within another. */
  changes?(tx: Transaction, key: string, sent: Payload): Promise<Payload>;
  /** Refuses a payload by throwing; `key` is null on creation. */
  check?(context: Scope, payload: Payload, key: string | null): void | Promise<void>;
  /**
   * Returns the key of the existing item that a creation would duplicate; it is changed instead. Null if there is none.
   */
  existing?(tx: Transaction, payload: Payload): Promise<string | null>;
  /** Checks the rows before a creation and refuses by throwing. */
  beforeCreate?(tx: Transaction, payload: Payload): Promise<void>;
  /** Checks the rows before a change or a deletion and refuses by throwing; `payload` is null on deletion. */
  beforeChange?(tx: Transaction, key: string, payload: Payload | null): Promise<void>;
  /** Writes what belongs to a new item. */
  afterCreate?(tx: Transaction, key: string, sent: Payload): Promise<void>;
  /** Writes what belongs to a changed item, and records it if the change is `recorded`. */
  afterUpdate?(tx: Transaction, key: string, payload: Payload, recorded: boolean): Promise<void>;
}

/** The additional read rules of a system collection. They apply to every read, whoever the caller is. */
export interface ReadRules {
  /** Fields that decide what is shown. They are read even if not requested. */
  readonly deciding: readonly string[];
  /** Returns those of the items that the caller may see, reduced to what the caller may see of them. */
  shown(source: Source, items: readonly Item[]): Promise<Item[]>;
}
