/** What a field leads to. */
export type Relation = ToOne | ToMany | ManyToMany;

/** The field holds the key of an item. */
export interface ToOne {
  readonly kind: 'to-one';
  readonly collection: string;
  /** The list on the other side, if there is one. */
  readonly back: string | null;
}

/** Items of another collection hold this item's key. */
export interface ToMany {
  readonly kind: 'to-many';
  readonly collection: string;
  /** Their field with the key. */
  readonly foreign: string;
}

/** Items of a junction collection hold this item's key and another's. */
export interface ManyToMany {
  readonly kind: 'many-to-many';
  readonly junction: string;
  /** The junction's field with this item's key. */
  readonly ours: string;
  /** The junction's field with the other item's key. */
  readonly theirs: string;
  /** The collection of the other items. */
  readonly collection: string;
}

/** A relation as the server describes it. */
export interface RelationRow {
  readonly collection_many: string | null;
  readonly field_many: string | null;
  readonly collection_one: string | null;
  readonly field_one: string | null;
  readonly junction_field: string | null;
}

const FILES = 'directus_files';
const USERS = 'directus_users';
const IMPLICIT: Readonly<Record<string, string>> = {
  file: FILES,
  user: USERS,
  owner: USERS,
  user_created: USERS,
  user_updated: USERS,
};

/** What a field leads to; null for a plain value, and where a relation is broken. */
export function relationOf(
  field: { readonly collection: string; readonly field: string; readonly type: string },
  isAlias: boolean,
  rows: readonly RelationRow[],
): Relation | null {
  const { collection, field: name, type } = field;
  if (isAlias) {
    const row = rows.findLast((row) => row.collection_one === collection && row.field_one === name);
    return row ? listOf(row, rows) : null;
  }
  const implicit = IMPLICIT[type.toLowerCase()];
  if (implicit) return { kind: 'to-one', collection: implicit, back: null };
  const row = rows.findLast((row) => row.collection_many === collection && row.field_many === name);
  return row?.collection_one ? { kind: 'to-one', collection: row.collection_one, back: row.field_one } : null;
}

function listOf(row: RelationRow, rows: readonly RelationRow[]): Relation | null {
  const { collection_many: many, field_many: foreign, junction_field: theirs } = row;
  if (!many || !foreign) return null;
  if (!theirs) return { kind: 'to-many', collection: many, foreign };
  const other = rows.find((each) => each.collection_many === many && each.field_many === theirs);
  const collection = other?.collection_one ?? FILES;
  return { kind: 'many-to-many', junction: many, ours: foreign, theirs, collection };
}
