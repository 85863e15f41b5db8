import { groupBy } from '../shared/group-by.ts';
import type { ItemRef } from '../wire/items.ts';
import type { Described } from './described.ts';
import type { ApiCollection, ApiModel } from './model.ts';
import type { References } from './references.ts';
import { isOfCollections, withCollection } from './routes/described-route.ts';
import { pathTemplate } from './routes/parameters.ts';
import { filled, type Gap } from './routes/printed.ts';
import type { Template } from './routes/templates.ts';
import { actionOf, isOfApplications, mayUse } from './routes/usable.ts';

/** A path of a document with its operations, printed. */
export interface DescribedPath {
  readonly path: string;
  readonly tags: readonly string[];
  /** The description of its tag; null if the tag has a fixed one. */
  readonly note: string | null;
  readonly operations: readonly { readonly method: string; readonly text: string }[];
}

/** The paths that a caller may use: those of collections, each by itself, then all others. */
export function* pathsOf(described: Described, references: References): Generator<DescribedPath> {
  const { templates, model, reader, system } = described;
  const shown = templates.routes.filter((template) => system || isOfApplications(template));
  const ofCollections = shown.filter(({ route }) => isOfCollections(route));
  for (const seen of model.values())
    if (!seen.collection.system) yield* pathsOfCollection(described, seen, ofCollections, references);
  const others = shown.filter((template) => !isOfCollections(template.route) && mayUse(template, model, reader));
  const fill = (gap: Gap): string => (typeof gap === 'string' ? '' : itemText(gap, '', references));
  for (const [path, group] of byPath(others))
    yield {
      path: pathTemplate(path),
      tags: group.flatMap(({ route }) => route.wire.tags),
      note: null,
      operations: group.map((template) => operationOf(described, template, references, fill)),
    };
}

function* pathsOfCollection(
  described: Described,
  seen: ApiCollection,
  templates: readonly Template[],
  references: References,
): Generator<DescribedPath> {
  const { name, collection } = seen;
  const names = { collection: JSON.stringify(name).slice(1, -1), part: references.partOf(name) };
  const fill = (gap: Gap): string => (typeof gap === 'string' ? names[gap] : itemText(gap, name, references));
  for (const [path, group] of byPath(templates.filter((template) => offers(seen, template, described.model))))
    yield {
      path: withCollection(pathTemplate(path), encodeURIComponent(name)),
      tags: [`items/${name}`],
      note: collection.row?.note || `Items of ${name}`,
      operations: group.map((template) => operationOf(described, template, references, fill)),
    };
}

/** The text that replaces a reference to items: any object if the caller may not see them. */
function itemText({ collection, form }: ItemRef, ofPath: string, references: References): string {
  const name = references.itemName(collection ?? ofPath, form);
  return name === null ? '"type":"object"' : `"$ref":"#/components/schemas/${name}"`;
}

/** Whether a caller may use a route of items for a collection. */
function offers({ collection, actions }: ApiCollection, { route }: Template, model: ApiModel): boolean {
  const { method, path, wire } = route;
  if (path.includes('/:id') && collection.primaryKey === null) return false;
  const ofRevisions = wire.tags.includes('revisions') && !model.get('directus_revisions')?.actions.has('read');
  return actions.has(actionOf(method)) && !ofRevisions;
}

function operationOf(
  { reader }: Described,
  { route, operation }: Template,
  references: References,
  fill: (gap: Gap) => string,
): DescribedPath['operations'][number] {
  const printed = operation[reader.isPublic ? 'public' : 'known'];
  references.note(printed.shared);
  return { method: route.method, text: filled(printed, fill) };
}

const byPath = (templates: readonly Template[]): Map<string, Template[]> =>
  groupBy(templates, ({ route }) => route.path);
