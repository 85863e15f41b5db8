import type { ErrorName } from '../../errors/catalogue.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Doubt } from '../../query/plan/write/doubts.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Item } from '../../query/shape/decoder.ts';

/** What a system collection asks of writes beyond what every collection does. */
export interface WriteRules {
  /** Fields that a new item needs although their columns do without. */
  readonly required?: readonly string[];
  /** What an item that the caller may not see answers to a change or a removal, where that is not "not found". */
  readonly hidden?: { readonly update?: ErrorName; readonly delete?: ErrorName };
  /** Collections whose items fields name by their keys without a relation that says so. */
  readonly references?: Readonly<Record<string, string>>;
  /** What of a payload cannot be meant, as far as the catalogue tells; `stored` is null on creation. */
  doubts?(context: Scope, payload: Payload, stored: Payload | null): readonly Doubt[];
  /** What is heard of a payload, in the form in which it is stored; `stored` is null on creation. */
  normalise?(context: Scope, payload: Payload, stored: Payload | null): Payload;
  /** Values that the server decides on creation, for which the caller needs no right. */
  assign?(context: Scope): Payload;
  /** Values that the server fills in on creation where the payload has none. */
  defaults?(payload: Payload): Payload;
  /** What of an item that is sent within another is a change of it, where not all is. */
  changes?(tx: Transaction, key: string, sent: Payload): Promise<Payload>;
  /** Refuses a payload by throwing; `key` is null on creation. */
  check?(context: Scope, payload: Payload, key: string | null): void | Promise<void>;
  /** The key of the item that a creation means to change, because there can be only one like it; null where there is none. */
  existing?(tx: Transaction, payload: Payload): Promise<string | null>;
  /** Looks at the rows before a creation, and refuses by throwing. */
  beforeCreate?(tx: Transaction, payload: Payload): Promise<void>;
  /** Looks at the rows before a change or a removal, and refuses by throwing. */
  beforeChange?(tx: Transaction, key: string, payload: Payload | null): Promise<void>;
  /** Writes what belongs to a new item. */
  afterCreate?(tx: Transaction, key: string): Promise<void>;
  /** Writes what belongs to a changed item, and records it where the change is `recorded`. */
  afterUpdate?(tx: Transaction, key: string, payload: Payload, recorded: boolean): Promise<void>;
}

/** What a system collection asks of reads beyond what every collection does, whoever reads it in whatever way. */
export interface ReadRules {
  /** Fields by which it is decided what is shown; read even where nobody asks for them. */
  readonly deciding: readonly string[];
  /** Of these rows those that the caller may see, as far as he may see them. */
  shown(source: Source, items: readonly Item[]): Promise<Item[]>;
}
