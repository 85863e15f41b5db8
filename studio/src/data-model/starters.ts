import type { Step } from './change.ts';
import { type Definition, fieldOfKind, KEY } from './definition.ts';
import { kindNamed } from './kinds.ts';
import { freeName } from './names.ts';
import { holder, relationSteps } from './relations.ts';

/** A collection of a starter, its fields by kind: `name: 'text!'` is a required one. */
interface Blueprint {
  readonly collection: string;
  readonly icon: string;
  readonly single?: boolean;
  readonly hidden?: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Tie {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly back: string;
  readonly isMany?: boolean;
}

export interface Starter {
  readonly name: string;
  readonly collections: readonly Blueprint[];
  readonly ties: readonly Tie[];
  /** A few initial items, by collection. */
  readonly samples: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const slugOf = (field: string) => ({ slug: { mirroredField: field } });
const named = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name.toLowerCase().replace(/\W+/g, '_'), name]));

/** Templates for common purposes. */
export const STARTERS: readonly Starter[] = [
  {
    name: 'blog',
    collections: [
      { collection: 'writers', icon: 'face', fields: { name: 'text!', portrait: 'image', about: 'longText' } },
      { collection: 'topics', icon: 'label', fields: { name: 'text!', slug: 'slug' }, options: slugOf('name') },
      {
        collection: 'posts',
        icon: 'article',
        fields: {
          status: 'status',
          title: 'text!',
          slug: 'slug',
          cover: 'image',
          summary: 'longText',
          body: 'richText',
          published_on: 'dateTime',
          created_on: 'created',
          modified_on: 'updated',
        },
        options: slugOf('title'),
      },
    ],
    ties: [
      { from: 'posts', field: 'writer', to: 'writers', back: 'posts' },
      { from: 'posts', field: 'topics', to: 'topics', back: 'posts', isMany: true },
    ],
    samples: {
      writers: [{ name: 'Ines Marques' }],
      topics: [{ name: 'Harbour' }, { name: 'Kitchen' }],
      posts: [{ title: 'Salt and rope', status: 'draft', summary: 'What they have in common.' }],
    },
  },
  {
    name: 'shop',
    collections: [
      {
        collection: 'categories',
        icon: 'category',
        fields: { sort: 'sort', name: 'text!', slug: 'slug' },
        options: slugOf('name'),
      },
      {
        collection: 'products',
        icon: 'local_offer',
        fields: {
          status: 'status',
          name: 'text!',
          slug: 'slug',
          price: 'price!',
          stock: 'number',
          picture: 'image',
          description: 'richText',
        },
        options: slugOf('name'),
      },
      {
        collection: 'customers',
        icon: 'person',
        fields: { name: 'text!', email: 'text!', phone: 'text', address: 'longText' },
      },
      {
        collection: 'orders',
        icon: 'shopping_cart',
        fields: { number: 'text!', state: 'choice!', ordered_on: 'created', note: 'longText' },
        options: { state: { choices: named('New', 'Paid', 'Sent', 'Returned') } },
      },
      {
        collection: 'order_lines',
        icon: 'list',
        hidden: true,
        fields: { sort: 'sort', quantity: 'number!', unit_price: 'price!' },
      },
    ],
    ties: [
      { from: 'products', field: 'category', to: 'categories', back: 'products' },
      { from: 'orders', field: 'customer', to: 'customers', back: 'orders' },
      { from: 'order_lines', field: 'order', to: 'orders', back: 'lines' },
      { from: 'order_lines', field: 'product', to: 'products', back: '' },
    ],
    samples: {
      categories: [{ name: 'Books' }, { name: 'Prints' }],
      products: [{ name: 'Atlas of harbours', price: '39.00', stock: 12, status: 'published' }],
    },
  },
  {
    name: 'events',
    collections: [
      { collection: 'venues', icon: 'place', fields: { name: 'text!', address: 'longText', place: 'place' } },
      { collection: 'speakers', icon: 'mic', fields: { name: 'text!', portrait: 'image', about: 'longText' } },
      {
        collection: 'events',
        icon: 'event',
        fields: {
          status: 'status',
          title: 'text!',
          slug: 'slug',
          begins_at: 'dateTime!',
          ends_at: 'dateTime',
          cover: 'image',
          description: 'richText',
          seats: 'number',
          admission: 'price',
        },
        options: slugOf('title'),
      },
    ],
    ties: [
      { from: 'events', field: 'venue', to: 'venues', back: 'events' },
      { from: 'events', field: 'speakers', to: 'speakers', back: 'events', isMany: true },
    ],
    samples: {
      venues: [{ name: 'Harbour hall', address: 'Quay 4' }],
      events: [{ title: 'An evening of ropes', begins_at: '2027-05-01 19:30:00', status: 'draft' }],
    },
  },
];

/** The names that a starter's collections get: their own, or others where those are taken. */
export function namesFor({ collections }: Starter, taken: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { collection } of collections) names.set(collection, freeName(collection, [...taken, ...names.values()]));
  return names;
}

/** The requests that create a starter: its collections, then their relations, then items if requested. */
export function starterSteps(starter: Starter, taken: readonly string[], withSamples: boolean): readonly Step[] {
  const names = namesFor(starter, taken);
  const nameOf = (collection: string): string => names.get(collection) ?? collection;
  const parts = new Map(starter.collections.map((each) => [each.collection, fieldsOf(each)]));
  const junctions: Step[] = [];
  const relations: object[] = [];
  const others = [...taken, ...names.values()];
  for (const tie of starter.ties) tieUp(tie, nameOf, others, parts, junctions, relations);
  const collections = starter.collections.map((each): Step => {
    const { collection, icon, hidden, single } = each;
    const body = {
      collection: nameOf(collection),
      icon,
      ...(hidden && { hidden }),
      ...(single && { single }),
      fields: parts.get(collection),
    };
    return { method: 'POST', path: '/collections', body };
  });
  const relating: Step = { method: 'POST', path: '/relations', body: relations };
  const content = Object.entries(withSamples ? starter.samples : {}).map(([collection, items]): Step => {
    return { method: 'POST', path: `/items/${nameOf(collection)}`, body: items, isContent: true };
  });
  return [...collections, ...junctions, relating, ...content];
}

function fieldsOf({ fields, options }: Blueprint): Definition[] {
  const made = Object.entries(fields).map(([field, text]) => {
    const kind = kindNamed(text.replace('!', ''));
    if (!kind) throw new Error(`there is no kind ${text}`);
    const width = ['price', 'number', 'slug', 'dateTime'].includes(kind.name) ? { width: 'half' } : {};
    const own = options?.[field];
    return fieldOfKind(kind, field, {
      ...width,
      ...(text.endsWith('!') && { required: true }),
      ...(own && { options: own }),
    });
  });
  return [KEY, ...made];
}

const keyOf = () => ({ datatype: 'INT', length: '10', signed: false });

/** Adds what a relation needs: fields of the new collections, a junction, and the relations themselves. */
function tieUp(
  tie: Tie,
  nameOf: (collection: string) => string,
  taken: string[],
  parts: ReadonlyMap<string, Definition[]>,
  junctions: Step[],
  relations: object[],
): void {
  const [from, to] = [nameOf(tie.from), nameOf(tie.to)];
  if (!tie.isMany) {
    parts.get(tie.from)?.push(holder(tie.field, to, keyOf));
    if (tie.back) parts.get(tie.to)?.push({ field: tie.back, type: 'o2m', interface: 'one-to-many' });
    relations.push({
      collection_many: from,
      field_many: tie.field,
      collection_one: to,
      ...(tie.back && { field_one: tie.back }),
    });
    return;
  }
  const junction = freeName(`${from}_${to}`, taken);
  taken.push(junction);
  const draft = { from, to, ours: 'many', theirs: 'many', field: tie.field, back: tie.back, junction } as const;
  const steps = relationSteps({ ...draft, junctionFields: [`${tie.from}_id`, `${tie.to}_id`] }, keyOf);
  for (const { path, body } of steps) {
    if (path === '/collections') junctions.push({ method: 'POST', path, body });
    else if (path === '/relations') relations.push(...(body as object[]));
    else parts.get(path.endsWith(`/${encodeURIComponent(from)}`) ? tie.from : tie.to)?.push(body as Definition);
  }
}
