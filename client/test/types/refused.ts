import { type Create, type Filter, octavo, type Patch } from '@octavo/client';
import type { Demo } from './demo.ts';

const db = octavo<Demo>('http://127.0.0.1:8055/demo');
const articles = db.items('articles');

// @ts-expect-error: no such collection
db.items('artikles');
// @ts-expect-error: a system collection has a name of its own
db.items('directus_users');
// @ts-expect-error: no such field
await articles.list({ fields: ['titel'] });
// @ts-expect-error: no such field on the second level
await articles.list({ fields: ['id', 'author.nmae'] });
// @ts-expect-error: no such field on the third
await articles.list({ fields: ['tags.tag.nam'] });
// @ts-expect-error: no such field far below
await articles.list({ fields: ['author.mentor.mentor.articles.author.nam'] });
// @ts-expect-error: a dot behind a field that is no relation
await articles.list({ fields: ['title.x'] });
// @ts-expect-error: a dot with nothing behind it
await articles.list({ fields: ['author.'] });
// @ts-expect-error: no such field to leave out
await articles.list({ fields: ['*', '-nope'] });
// @ts-expect-error: nothing is known of the answer to names that are not literal
await articles.list({ fields: ['id'] as string[] });
// @ts-expect-error: no order by related fields
await articles.list({ sort: ['author.name'] });
// @ts-expect-error: no such field
await articles.list({ sort: '-nope' });
// @ts-expect-error: no such operator
await articles.list({ filter: { minutes: { above: 6 } } });
// @ts-expect-error: no such field of the related item
await articles.list({ filter: { author: { town: 'Valencia' } } });
// @ts-expect-error: no such status
await articles.list({ filter: { status: 'gone' } });
// @ts-expect-error: a text for a number
await articles.list({ filter: { minutes: { gte: 'many' } } });
// @ts-expect-error: not selected
(await articles.list({ fields: ['id'] }))[0]?.title;
// @ts-expect-error: not selected below
(await articles.list({ fields: ['author.name'] }))[0]?.author?.city;
// @ts-expect-error: may be null
(await articles.get(1, { fields: ['author.name'] })).author.name;
// @ts-expect-error: a new article needs a title
const untitled: Create<Demo, 'articles'> = { status: 'draft' };
// @ts-expect-error: the server sets it
const stamped: Patch<Demo, 'articles'> = { created_on: '2020-01-01' };
// @ts-expect-error: no such status
const gone: Patch<Demo, 'articles'> = { status: 'gone' };
// @ts-expect-error: no such field
const unknown: Patch<Demo, 'articles'> = { titel: 'Figs' };
// @ts-expect-error: no such field of the nested item
const nested: Patch<Demo, 'articles'> = { author: { nmae: 'Ana' } };
// @ts-expect-error: not a list of lists
const lists: Filter<Demo, 'articles'> = { or: { minutes: 1 } };
// @ts-expect-error: a number for a text
await articles.update(1, { title: 7 });
// @ts-expect-error: no such field to group by
await articles.groups({ groupBy: ['titel'] });
// @ts-expect-error: no such part of a date
await articles.groups({ groupBy: ['century(published_on)'] });
// @ts-expect-error: no such field to add up
await articles.groups({ aggregate: { sum: ['pages'] } });
// @ts-expect-error: not computed
(await articles.groups({ aggregate: { sum: ['minutes'] } }))[0]?.avg;
// @ts-expect-error: the schema has no roles
await db.roles.list({ fields: ['name'] });
void [untitled, stamped, gone, unknown, nested, lists];
