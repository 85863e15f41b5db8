/** The data set of the benchmark, which is the same for every run, generated from one seed. */

export const SIZES = { authors: 1_000, articles: 100_000, tags: 200, tagsPerArticle: 3 };

const WORDS =
  'amber bridge canal dune ember field garden harbor island juniper kiln lantern meadow north orchard paper quarry river salt tower umber valley willow yard zephyr'.split(
    ' ',
  );

/** A generator of numbers in [0, 1) that always returns the same series for a seed (mulberry32). */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const id = {
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  length: 10,
  interface: 'primary-key',
  primary_key: true,
  auto_increment: true,
};
const text = (field, length, more = {}) => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length,
  interface: 'text-input',
  ...more,
});
const reference = (field) => ({ field, type: 'm2o', datatype: 'INT', length: 10, interface: 'many-to-one' });
const list = (field) => ({ field, type: 'o2m', interface: 'one-to-many' });

const statusMapping = {
  published: { name: 'Published' },
  draft: { name: 'Draft' },
  deleted: { name: 'Deleted', soft_delete: true },
};

export const collections = [
  { collection: 'authors', fields: [id, text('name', 80), text('email', 120), text('city', 60), list('articles')] },
  { collection: 'tags', fields: [id, text('name', 40), list('articles')] },
  {
    collection: 'articles',
    fields: [
      id,
      {
        field: 'status',
        type: 'status',
        datatype: 'VARCHAR',
        length: 20,
        interface: 'status',
        default_value: 'draft',
        options: { status_mapping: statusMapping },
      },
      text('title', 120),
      { field: 'body', type: 'string', datatype: 'TEXT', interface: 'textarea' },
      { field: 'views', type: 'integer', datatype: 'INT', length: 10, interface: 'numeric' },
      { field: 'rating', type: 'decimal', datatype: 'DECIMAL', length: '4,2', interface: 'numeric' },
      { field: 'featured', type: 'boolean', datatype: 'TINYINT', length: 1, interface: 'toggle', default_value: 0 },
      { field: 'published_on', type: 'datetime', datatype: 'DATETIME', interface: 'datetime' },
      { field: 'keywords', type: 'array', datatype: 'VARCHAR', length: 255, interface: 'tags' },
      reference('author'),
      list('tags'),
    ],
  },
  { collection: 'articles_tags', fields: [id, reference('article'), reference('tag')] },
];

export const relations = [
  {
    collection_many: 'articles',
    field_many: 'author',
    collection_one: 'authors',
    field_one: 'articles',
    junction_field: null,
  },
  {
    collection_many: 'articles_tags',
    field_many: 'article',
    collection_one: 'articles',
    field_one: 'tags',
    junction_field: 'tag',
  },
  {
    collection_many: 'articles_tags',
    field_many: 'tag',
    collection_one: 'tags',
    field_one: 'articles',
    junction_field: 'article',
  },
];

/** Functions that make the items of a collection, by their number. */
export function makers(next) {
  const word = () => WORDS[Math.floor(next() * WORDS.length)];
  const phrase = (words) => Array.from({ length: words }, word).join(' ');
  const whole = (below) => Math.floor(next() * below);
  const two = (value) => String(value).padStart(2, '0');
  const article = (index) => ({
    status: next() < 0.8 ? 'published' : next() < 0.9 ? 'draft' : 'deleted',
    title: `${phrase(5)} ${index}`,
    body: phrase(130),
    views: whole(10_000),
    rating: whole(500) / 100,
    featured: next() < 0.1,
    published_on: `20${10 + whole(15)}-${two(1 + whole(12))}-${two(1 + whole(28))} ${two(whole(24))}:${two(whole(60))}:00`,
    keywords: [word(), word()],
    author: 1 + whole(SIZES.authors),
  });
  return {
    authors: (index) => ({ name: `${word()} ${word()} ${index}`, email: `author${index}@example.org`, city: word() }),
    tags: (index) => ({ name: `${word()} ${index}` }),
    articles: article,
    articles_tags: (index) => ({ article: 1 + Math.floor(index / SIZES.tagsPerArticle), tag: 1 + whole(SIZES.tags) }),
  };
}
