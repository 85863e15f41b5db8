import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';

/** A part of a form: a field, a section with parts of its own, or a line with a title. */
export type Block =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'section'; readonly field: Field; readonly blocks: readonly Block[] }
  | { readonly kind: 'line'; readonly field: Field };

/** The layout of a form. */
export interface Layout {
  /** The field that names the item, set in large type above all others. */
  readonly title: Field | null;
  readonly blocks: readonly Block[];
}

const PLAIN: ReadonlySet<string | null> = new Set(['text-input', 'textarea', null]);
/** Types that the server writes itself, and that a new item cannot show. */
const STAMPS: ReadonlySet<string> = new Set([
  'owner',
  'user_created',
  'user_updated',
  'datetime_created',
  'datetime_updated',
]);

/** Lays out the fields that may be shown. */
export function layoutOf(collection: Collection, isShown: (field: Field) => boolean): Layout {
  const shown = collection.fields.filter(isShown);
  const title = titleFieldOf(collection, shown);
  const rest = shown.filter((field) => field !== title);
  const groups = new Set(rest.filter(isGroup).map(({ name }) => name));
  const top = rest.filter(({ name, group }) => group === null || group === name || !groups.has(group));
  return { title, blocks: top.flatMap((field) => blockOf(field, rest, new Set())) };
}

/** Whether a form can show a field at all: of a new item, or of one that is stored. */
export function hasPlace(field: Field, isNew: boolean): boolean {
  if (field.isHiddenInForm || (field.isKey && field.isGenerated)) return false;
  return !(isNew && STAMPS.has(field.type));
}

const isGroup = ({ type, interface: name }: Field): boolean =>
  type === 'group' || name === 'group' || name === 'grouping' || name === 'tab-group';

const isLine = ({ interface: name }: Field): boolean => name === 'divider';

/** Whether a field is only a section or a line. */
export const isFrame = (field: Field): boolean => isGroup(field) || isLine(field);

function titleFieldOf({ title, field }: Collection, shown: readonly Field[]): Field | null {
  const found = title.paths.length === 1 ? field(title.paths[0] ?? '') : undefined;
  if (!found || !shown.includes(found) || found.isKey || found.group !== null) return null;
  return found.type === 'string' && PLAIN.has(found.interface) ? found : null;
}

/** A group that contains itself, however far down, is shown once. */
function blockOf(field: Field, all: readonly Field[], above: ReadonlySet<Field>): Block[] {
  if (above.has(field)) return [];
  if (isLine(field)) return [{ kind: 'line', field }];
  if (!isGroup(field)) return [{ kind: 'field', field }];
  const inside = new Set([...above, field]);
  const members = all.filter(({ group, name }) => group === field.name && name !== field.name);
  const blocks = members.flatMap((member) => blockOf(member, all, inside));
  return blocks.length > 0 ? [{ kind: 'section', field, blocks }] : [];
}
