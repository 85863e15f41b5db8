import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Schema } from '../../model/schema.ts';
import { parseTemplate, type Template } from '../../model/template.ts';
import type { Key, Row } from './changes.ts';
import { fieldsAt, namesIn, targetOf, validPaths } from './paths.ts';

/** The related items of a field, for its editor. */
export interface Related {
  readonly collection: Collection;
  /** The primary key's name. */
  readonly key: string;
  readonly title: Template;
  /** The path of a value next to the title, such as an author's city. */
  readonly note: Template | null;
  /** The paths that are read to show an item. */
  readonly paths: readonly string[];
  /** Whether they are users, who have pictures. */
  readonly isPeople: boolean;
  readonly columns: readonly Column[];
}

/** A value that lists show next to the title. */
export interface Column {
  readonly path: string;
  readonly label: string;
  readonly field: Field;
}

const PEOPLE = /^(face|person|people|account|supervis|group$)/;

/** The related items of a field; null if the caller may not read them. */
export function relatedOf(field: Field, schema: Schema): Related | null {
  const collection = targetOf(field, schema);
  if (!collection) return null;
  const columns = columnsOf(field, collection, schema);
  const title = titleOf(field, collection, columns);
  const note = noteOf(field, collection, title, schema);
  const extra = [collection.key.name, ...(collection.status ? [collection.status.name] : [])];
  const paths = [...extra, ...title.paths, ...(note?.paths ?? []), ...columns.map(({ path }) => path)];
  return {
    collection,
    key: collection.key.name,
    title,
    note,
    paths: [...new Set(validPaths(collection, paths, schema))],
    isPeople: collection.name === 'directus_users' || PEOPLE.test(collection.icon ?? ''),
    columns: columns.filter(({ path }) => !title.paths.includes(path)),
  };
}

function titleOf({ options }: Field, collection: Collection, columns: readonly Column[]): Template {
  const template = typeof options.template === 'string' && options.template.includes('{{') ? options.template : null;
  if (template) return parseTemplate(template);
  const first = namesIn(options.visible_fields)[0];
  if (first) return parseTemplate(`{{${first}}}`);
  const isShown = columns.length === 0 || columns.some(({ path }) => collection.title.paths.includes(path));
  return isShown ? collection.title : parseTemplate(`{{${columns[0]?.path}}}`);
}

/** The second of the fields that the schema names; otherwise a short text in addition to the title. */
function noteOf({ options }: Field, collection: Collection, title: Template, schema: Schema): Template | null {
  const wanted = namesIn(options.visible_fields).filter((path) => !title.paths.includes(path));
  const found = wanted.find((path) => fieldsAt(collection, path, schema)) ?? shortText(collection, title);
  return found === undefined ? null : parseTemplate(`{{${found}}}`);
}

const shortText = (collection: Collection, title: Template): string | undefined =>
  collection.fields.find(
    ({ name, type, interface: editor, length, isUnique, isHiddenInForm }) =>
      type === 'string' &&
      editor === 'text-input' &&
      !isUnique &&
      !isHiddenInForm &&
      !title.paths.includes(name) &&
      (length ?? 0) >= 20 &&
      (length ?? 0) <= 80,
  )?.name;

/** The columns of the option `fields`. Those of a junction's schema may begin with the field that leads to the other item. */
function columnsOf({ options, relation }: Field, collection: Collection, schema: Schema): readonly Column[] {
  const prefix = relation?.kind === 'many-to-many' ? `${relation.theirs}.` : '';
  return namesIn(options.fields)
    .map((path) => (prefix && path.startsWith(prefix) ? path.slice(prefix.length) : path))
    .flatMap((path) => {
      const field = fieldsAt(collection, path, schema)?.at(-1);
      return field ? [{ path, label: field.label, field }] : [];
    });
}

/** The title of an item, otherwise its key. */
export function nameOf(related: Related, values: Row, key: Key | null): string {
  return related.title.render(values) || (key === null ? '' : `#${key}`);
}
