import {
  type Answer,
  type Create,
  etagOf,
  type Filter,
  type Item,
  OctavoError,
  octavo,
  type Patch,
} from '@octavo/client';
import type { Demo } from './demo.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = <_T extends true>(): void => {};

const db = octavo<Demo>('http://127.0.0.1:8055/demo', { token: 'secret' });

// The example of the documentation.
const rows = await db.items('articles').list({
  fields: ['id', 'title', 'author.name', 'tags.tag.name'],
  filter: { minutes: { gte: 6 }, author: { city: 'Valencia' } },
  sort: ['-published_on'],
  limit: 25,
});
const name = rows[0]?.author?.name;
holds<Equal<typeof name, string | null | undefined>>();
type ListRow = (typeof rows)[number];
holds<
  Same<
    ListRow,
    { id: number; title: string; author: { name: string | null } | null; tags: { tag: { name: string } | null }[] }
  >
>();
for await (const item of db.items('articles').all({ fields: ['id'] })) holds<Same<typeof item, { id: number }>>();
const changed = await db.items('articles').update(1, { title: 'Figs' }, { ifMatch: etagOf(rows[0]!) });
holds<Same<typeof changed, Item<Demo, 'articles'>>>();

// Without fields, and with stars.
const all = await db.items('articles').list();
holds<Same<(typeof all)[number], Item<Demo, 'articles'>>>();
const starred = await db.items('articles').get(1, { fields: ['*', '-extra', 'author.*'] });
holds<Same<keyof typeof starred, Exclude<keyof Item<Demo, 'articles'>, 'extra'>>>();
holds<Same<NonNullable<(typeof starred)['author']>['city'], string | null>>();
const deep = await db.items('articles').get(1, { fields: ['*.*'] });
holds<Same<NonNullable<(typeof deep)['author']>['name'], string | null>>();
holds<Same<(typeof deep)['comments'][number]['text'], string | null>>();
// A relation without a dot, where another entry has one, is its key.
const keyed = await db.items('articles').get(1, { fields: ['author', 'comments', 'cover.type'] });
holds<
  Same<
    typeof keyed,
    { author: { id: number } | null; comments: { article: number | null }[]; cover: { type: string | null } | null }
  >
>();
// Without any dot it is the stored key, and a list that is only named is absent.
const plain = await db.items('articles').get(1, { fields: ['author', 'tags'] });
holds<Same<typeof plain, { author: number | null }>>();
// Cycles.
const cyclic = await db.items('authors').list({ fields: ['mentor.mentor.articles.author.mentor.name'] });
holds<
  Same<
    NonNullable<NonNullable<(typeof cyclic)[number]['mentor']>['mentor']>['articles'][number]['author'],
    { mentor: { name: string | null } | null } | null
  >
>();

// Unions of statuses and dropdowns.
holds<Same<Item<Demo, 'articles'>['status'], 'published' | 'draft' | 'deleted'>>();
holds<Same<Item<Demo, 'articles'>['kind'], 'news' | 'essay' | null>>();

// Writing.
const fresh: Create<Demo, 'articles'> = {
  title: 'Plums',
  status: 'draft',
  minutes: '7',
  author: { name: 'Ana' },
  tags: [{ tag: 5 }, { id: 3, $delete: true }, 8],
};
await db.items('articles').create(fresh, { comment: 'first', fields: ['id'] });
await db.items('articles').createMany([fresh, fresh]);
const patch: Patch<Demo, 'articles'> = { minutes: null, author: 4 };
await db.items('articles').updateMany([{ id: 1, ...patch }]);
await db.items('articles').delete([1, 2]);
await db.items('articles').revert(1, 4);

// Filters.
const filter: Filter<Demo, 'articles'> = {
  or: [{ minutes: { gte: 6, lt: 9 } }, { author: { mentor: { name: { contains: 'a' } } } }],
  status: { in: ['draft', 'published'] },
  kind: 'news',
  published_on: { nnull: true },
  comments: { has: 2 },
  tags: { tag: { name: 'food' } },
  title: { or: [{ contains: 'a' }, { empty: true }] },
};
await db.items('articles').first({ filter, sort: '-id', status: '*' });

// Groups.
const groups = await db.items('articles').groups({
  groupBy: ['status', 'month(published_on)', 'date(published_on)', 'author.city'],
  aggregate: { count: ['*'], sum: ['minutes'], avg: ['minutes'], max: ['published_on'] },
  tz: 'Europe/Madrid',
  sort: '-count',
});
const [group] = groups;
if (group) {
  holds<Same<typeof group.group.status, 'published' | 'draft' | 'deleted' | null>>();
  holds<Same<(typeof group.group)['month(published_on)'], number | null>>();
  holds<Same<(typeof group.group)['date(published_on)'], string | null>>();
  holds<Same<(typeof group.group)['author.city'], unknown>>();
  holds<Same<(typeof group.count)['*'], number>>();
  holds<Same<typeof group.sum.minutes, number | null>>();
  holds<Same<typeof group.max.published_on, string | null>>();
}

// System collections.
const me = await db.users.me({ fields: ['id', 'avatar.title'] });
holds<Same<typeof me, { id: number; avatar: { title: string | null } | null }>>();
const file = await db.files.upload(new Blob(['x']), { title: 'X' }, { fields: ['id'], onProgress: () => {} });
holds<Same<typeof file, { id: number }>>();
const answered: Answer<Demo, 'tags', ['name']> = { name: 'x' };
void answered;
void new OctavoError(500, []).errors;

// Without a schema nothing is known, and nothing refused.
const loose = octavo('http://127.0.0.1:8055/demo');
const anything = await loose.items('whatever').list({ fields: ['a.b.c'], filter: { a: { b: 1 } }, sort: '-a' });
void anything[0]?.a.b.c;
await loose.items('whatever').create({ x: 1 });
(await loose.items('whatever').groups({ groupBy: ['a'], aggregate: { count: ['*'] } }))[0]?.count['*'];
await loose.collections.create({ collection: 'x' });
