/** A row of `directus_relations`. */
export interface RelationRow {
  readonly id: number;
  readonly collection_many: string;
  readonly field_many: string;
  readonly collection_one: string | null;
  readonly field_one: string | null;
  readonly junction_field: string | null;
}
