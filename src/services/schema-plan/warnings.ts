import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import type { Draft } from '../../persistence/schema-change/draft.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Table } from '../../schema/column.ts';
import { collectionPresets } from '../../schema/system/collection-presets.ts';
import { permissions } from '../../schema/system/permissions.ts';
import { roles } from '../../schema/system/roles.ts';
import { webhooks } from '../../schema/system/webhooks.ts';
import { asText } from '../../shared/text.ts';
import { type Gone, goneIn, namesField } from './gone.ts';

/** Something else that refers to what a change removes. */
export interface PlanWarning {
  readonly kind: 'relation' | 'field' | 'permission' | 'preset' | 'webhook' | 'rule';
  readonly name: string;
  readonly message: string;
}

type Finder = (context: Context, gone: Gone) => PlanWarning[] | Promise<PlanWarning[]>;

/** Everything else that refers to the collections and fields that a change removes. */
export async function warningsOf(context: Context, draft: Draft): Promise<PlanWarning[]> {
  const finders = isAdmin(context.caller) ? [...PUBLIC, ...INTERNAL] : PUBLIC;
  const warnings: PlanWarning[] = [];
  for (const gone of goneIn(context.store.catalog.schema, draft))
    for (const find of finders) warnings.push(...(await find(context, gone)));
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

const inWords = ({ collection, field }: Gone): string =>
  field === null ? `the collection "${collection}"` : `the field "${field}" of "${collection}"`;

const ofRelations: Finder = ({ store }, gone) =>
  store.catalog.schema.relations.flatMap((row) => {
    const begins = row.collection_many === gone.collection && (gone.field === null || row.field_many === gone.field);
    const ends = row.collection_one === gone.collection && (gone.field === null || row.field_one === gone.field);
    if (!begins && !ends) return [];
    const name = `${row.collection_many}.${row.field_many}`;
    const target = row.field_one === null ? asText(row.collection_one) : `${row.collection_one}.${row.field_one}`;
    return [{ kind: 'relation', name, message: `The relation from "${name}" to "${target}" needs ${inWords(gone)}` }];
  });

/** Options of interfaces that refer to other fields: templates, mirrored fields, statuses. */
const ofFields: Finder = ({ store }, gone) => {
  if (gone.field === null) return [];
  const { field: name, collection } = gone;
  const near = new Set([collection, ...neighbours(store.catalog.schema.relations, collection)]);
  return [...store.catalog.schema.collections.values()]
    .filter((each) => near.has(each.name))
    .flatMap((each) => each.fields.filter((field) => each.name !== collection || field.name !== name))
    .filter(({ row }) => namesField(row?.options, name))
    .map((field) => ({
      kind: 'field',
      name: `${field.collection}.${field.name}`,
      message: `The options of the field "${field.collection}.${field.name}" may name ${inWords(gone)}`,
    }));
};

const neighbours = (
  relations: readonly { readonly collection_many: string; readonly collection_one: string | null }[],
  collection: string,
): string[] =>
  relations.flatMap(({ collection_many: many, collection_one: one }) =>
    many === collection || one === collection ? [many, one ?? many] : [],
  );

const ofPermissions: Finder = async (context, gone) => {
  const named = await roleNames(context);
  const rows = await rowsAbout(context, permissions, gone.collection);
  return rows
    .filter((row) => isNamed(gone, [row.read_field_blacklist, row.write_field_blacklist].flatMap(asList)))
    .map(({ role }) => {
      const name = named.get(Number(role)) ?? `${role}`;
      return { kind: 'permission', name, message: `Permissions of the role "${name}" are about ${inWords(gone)}` };
    });
};

const asList = (value: unknown): string[] => asText(value ?? '').split(',');

const isNamed = ({ field }: Gone, names: readonly string[]): boolean => field === null || names.includes(field);

const ofPresets: Finder = async (context, gone) => {
  const rows = await rowsAbout(context, collectionPresets, gone.collection);
  return rows
    .filter(
      ({ filters, view_query, view_options }) =>
        gone.field === null || [filters, view_query, view_options].some((text) => namesField(text, gone.field ?? '')),
    )
    .map(({ id, title }) => ({
      kind: 'preset',
      name: asText(title ?? id),
      message: `The view ${title === null ? `with the id ${id}` : `"${title}"`} shows ${inWords(gone)}`,
    }));
};

const ofWebhooks: Finder = async (context, gone) => {
  if (gone.field !== null) return [];
  return (await rowsAbout(context, webhooks, gone.collection)).map(({ id }) => ({
    kind: 'webhook',
    name: asText(id),
    message: `The webhook with the id ${id} is about ${inWords(gone)}`,
  }));
};

const ofRules: Finder = async (context, gone) => {
  const named = await roleNames(context);
  return context.store.catalog.policies.rules
    .filter(({ collection }) => collection === gone.collection)
    .filter(
      ({ filter, presets, validation }) => gone.field === null || namesField([filter, presets, validation], gone.field),
    )
    .map(({ role }) => {
      const name = named.get(role) ?? `${role}`;
      return { kind: 'rule', name, message: `A rule of the role "${name}" is about ${inWords(gone)}` };
    });
};

/** Warnings for everyone who may change the schema, followed by those for administrators only. */
const PUBLIC: readonly Finder[] = [ofRelations, ofFields];
const INTERNAL: readonly Finder[] = [ofPermissions, ofPresets, ofWebhooks, ofRules];

const MAX_ROWS = 200;

function rowsAbout({ store }: Context, table: Table, collection: string): ReturnType<TableRows['find']> {
  return new TableRows(store.dialect, table).find(store.database, [['collection', '=', collection]], 'id', MAX_ROWS);
}

async function roleNames({ store }: Context): Promise<ReadonlyMap<number, string>> {
  const rows = await new TableRows(store.dialect, roles).find(store.database, [], 'id', MAX_ROWS, {
    columns: ['id', 'name'],
  });
  return new Map(rows.map(({ id, name }) => [Number(id), asText(name)]));
}
