import { describe, expect, it } from 'vitest';
import {
  definitionOf,
  differenceOf,
  draftOf,
  draftOfStored,
  type StoredField,
  withLabel,
} from '../src/data-model/definition.ts';
import { drawn, entityOf, linksOf, pathOf } from '../src/data-model/diagram-layout.ts';
import { KINDS, kindNamed, kindOfField } from '../src/data-model/kinds.ts';
import {
  faultOfCollection,
  faultOfField,
  freeName,
  junctionFields,
  junctionName,
  keyOf,
  oneOf,
} from '../src/data-model/names.ts';
import { OPTIONS, unknownOptions } from '../src/data-model/options.ts';
import { linesOf, moveBy, moveTo, placed } from '../src/data-model/order.ts';
import { joined, type Plan, weightOf } from '../src/data-model/plan.ts';
import { namesOf } from '../src/data-model/relation-names.ts';
import { sentenceOf } from '../src/data-model/relation-words.ts';
import { relationSteps, translationSteps } from '../src/data-model/relations.ts';
import { STARTERS, starterSteps } from '../src/data-model/starters.ts';
import { isOn, turnOn } from '../src/data-model/switches.ts';
import { wordsOf } from '../src/data-model/words.ts';
import { loadMessages } from '../src/i18n/messages.ts';
import type { CollectionRow } from '../src/model/collection.ts';
import { schemaOf } from '../src/model/schema.ts';

await Promise.all((['app', 'data-model'] as const).map(loadMessages));

const stored = (more: Partial<StoredField>): StoredField => ({
  collection: 'things',
  field: 'thing',
  type: 'string',
  datatype: 'VARCHAR',
  interface: 'text-input',
  options: null,
  note: null,
  primary_key: false,
  auto_increment: false,
  unique: false,
  required: false,
  readonly: false,
  hidden_detail: false,
  hidden_browse: false,
  width: 'full',
  group: null,
  id: 1,
  sort: 0,
  length: '200',
  default_value: null,
  validation: null,
  translation: null,
  signed: true,
  ...more,
});
const row = (collection: string, ...fields: StoredField[]): CollectionRow => ({
  collection,
  note: null,
  icon: null,
  hidden: false,
  single: false,
  managed: true,
  translation: null,
  fields: Object.fromEntries(fields.map((field) => [field.field, field])),
});
const id = stored({
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  primary_key: true,
  auto_increment: true,
  length: '10',
  signed: false,
});
const keyLike = () => ({ datatype: 'INT', length: '10', signed: false });
const plan = (more: Partial<Plan> = {}): Plan => ({
  possible: true,
  error: null,
  statements: [],
  rows: [],
  tables: [],
  seconds: 0,
  losses: [],
  conflicts: [],
  undo: { possible: true, until: null, reason: null },
  warnings: [],
  ...more,
});
const loss = (count: number | null, kind: 'column' | 'table' | 'value' = 'column') =>
  ({ kind, table: 'a', field: 'b', count, exact: true, kept: true, examples: [] }) as const;

describe('names', () => {
  it.each([
    ['Price (net)', 'price_net'],
    ['Straße & Größe', 'strasse_grosse'],
    ['  1st Édition ', '1st_edition'],
    ['写真', ''],
  ])('the label %s makes the key %s', (label, key) => expect(keyOf(label)).toBe(key));

  it('a taken name gets a number, within its length', () => {
    expect(freeName('tags', ['TAGS', 'tags_2'])).toBe('tags_3');
    expect(freeName('a'.repeat(70), ['a'.repeat(64)])).toBe(`${'a'.repeat(62)}_2`);
  });

  it('what is wrong with a name is told', () => {
    expect([
      faultOfField('', []),
      faultOfField('a b', []),
      faultOfField('Title', ['title']),
      faultOfField('ok_1', []),
    ]).toEqual(['missing', 'signs', 'taken', null]);
    expect([
      faultOfCollection('directus_x', []),
      faultOfCollection(' a', []),
      faultOfCollection('my list', []),
    ]).toEqual(['reserved', 'signs', null]);
  });

  it('one of a collection, and junctions', () => {
    expect(['categories', 'boxes', 'news', 'status', 'authors', 'directus_files'].map(oneOf)).toEqual([
      'category',
      'box',
      'news',
      'status',
      'author',
      'file',
    ]);
    expect(junctionName('posts', 'directus_files', ['posts_files'])).toBe('posts_files_2');
    expect(junctionFields('tags', 'tags')).toEqual(['tag', 'related_tag']);
  });
});

describe('kinds and definitions', () => {
  it('a field that a kind makes is of that kind', () => {
    const plain = KINDS.filter(({ by, name }) => !by && !['person'].includes(name));
    expect(
      plain.map((kind) => kindOfField({ type: kind.type, interface: kind.interface, options: kind.options })),
    ).toEqual(plain.map(({ name }) => name));
  });

  it('a new field says what is not usual and nothing else', () => {
    const kind = kindNamed('text');
    if (!kind) throw new Error('there is no kind for texts');
    const draft = { ...draftOf(kind, 'Sub title'), name: 'subtitle', isRequired: true };
    expect(definitionOf(draft, 'en-US')).toEqual({
      field: 'subtitle',
      type: 'string',
      datatype: 'VARCHAR',
      length: '200',
      interface: 'text-input',
      required: true,
      width: 'full',
      translation: [{ locale: 'en-US', translation: 'Sub title' }],
    });
  });

  it('a change sends what differs; a length goes with its datatype', () => {
    const before = draftOfStored(stored({}), 'en-US');
    expect(differenceOf(before, { ...before, note: 'x' }, 'en-US')).toEqual({ note: 'x' });
    expect(differenceOf(before, { ...before, length: '50' }, 'en-US')).toEqual({ length: '50', datatype: 'VARCHAR' });
    expect(differenceOf(before, { ...before }, 'en-US')).toEqual({});
    expect(differenceOf(before, { ...before, hasTextIndex: true }, 'en-US')).toEqual({ text_index: true });
    const number = draftOfStored(stored({ type: 'integer', datatype: 'INT', length: '10' }), 'en-US');
    expect(differenceOf(number, { ...number, hasTextIndex: true }, 'en-US')).toEqual({});
  });

  it('a label is stored where the key does not say it', () => {
    expect(withLabel(null, 'Title', 'title', 'en-US')).toBeNull();
    expect(withLabel([{ locale: 'de-DE', translation: 'Titel' }], 'Heading', 'title', 'en-US')).toHaveLength(2);
  });

  it('every interface has options, and unknown ones are kept', () => {
    expect(Object.keys(OPTIONS).length).toBeGreaterThan(45);
    expect(unknownOptions('switch', { labelOn: 'a', mine: 1 })).toEqual(['mine']);
  });
});

describe('words', () => {
  const schema = schemaOf([row('authors', id, stored({ field: 'name' }))], [], 'en');
  it.each([
    [stored({ required: true }), 'Text, up to 200 characters, required'],
    [
      stored({ type: 'decimal', datatype: 'DECIMAL', length: '10,2', interface: 'numeric' }),
      'Decimal number, 2 decimals',
    ],
    [
      stored({ interface: 'dropdown', length: '50', options: { choices: { a: 'A', b: 'B' } }, default_value: 'a' }),
      'Choice, 2 to choose from, begins as a',
    ],
    [
      stored({ type: 'boolean', datatype: 'TINYINT', interface: 'toggle', default_value: '1' }),
      'Yes or no, begins as yes',
    ],
    [id, 'Key that counts by itself'],
  ])('%#: a field says what it is', (field, words) => expect(wordsOf(field, null, schema)).toBe(words));

  it('a relation is named by what it leads to, and said as a sentence', () => {
    const field = stored({ type: 'm2o', interface: 'many-to-one', datatype: 'INT' });
    expect(wordsOf(field, { kind: 'to-one', collection: 'authors', back: null }, schema)).toBe('One of Authors');
    expect(sentenceOf('Articles', 'Authors', 'one', 'many')).toBe(
      'An article has one author; an author has many articles.',
    );
    expect(sentenceOf('Categories', 'Products', 'many', 'one')).toBe(
      'A category has many products; a product has one category.',
    );
  });
});

describe('relations', () => {
  const draft = {
    from: 'posts',
    to: 'tags',
    ours: 'many',
    theirs: 'many',
    field: 'tags',
    back: 'posts',
    junction: 'posts_tags',
    junctionFields: ['post', 'tag'],
  } as const;

  it('many to many has a junction and two relations', () => {
    const steps = relationSteps(draft, keyLike);
    expect(steps.map(({ path }) => path)).toEqual(['/collections', '/fields/posts', '/fields/tags', '/relations']);
    expect(steps[3]?.body).toMatchObject([
      { field_many: 'post', junction_field: 'tag' },
      { field_many: 'tag', junction_field: 'post' },
    ]);
  });

  it('to many is to one from the other side', () => {
    const steps = relationSteps({ ...draft, theirs: 'one', back: 'post', field: 'comments', to: 'comments' }, keyLike);
    expect(steps.map(({ path }) => path)).toEqual(['/fields/comments', '/fields/posts', '/relations']);
    expect(steps[2]?.body).toEqual({
      collection_many: 'comments',
      field_many: 'post',
      collection_one: 'posts',
      field_one: 'comments',
    });
  });

  it('one with one takes no value twice; files need no relation; keys are held by columns like them', () => {
    const [column] = relationSteps({ ...draft, ours: 'one', theirs: 'one' }, () => ({
      datatype: 'VARCHAR',
      length: '36',
      signed: true,
    }));
    expect(column?.body).toEqual({
      field: 'tags',
      type: 'm2o',
      datatype: 'VARCHAR',
      length: '36',
      interface: 'many-to-one',
      unique: true,
    });
    expect(relationSteps({ ...draft, ours: 'one', to: 'directus_files', back: '' }, keyLike)).toHaveLength(1);
  });

  it('names say what is at the other end, and differ where a collection meets itself', () => {
    const between = {
      from: 'tags',
      to: 'tags',
      ours: 'one',
      theirs: 'many',
      own: ['parent'],
      others: [],
      collections: [],
    } as const;
    expect(namesOf(between)).toMatchObject({ field: 'parent_2', back: 'children' });
    expect(namesOf({ ...between, to: 'posts', ours: 'many', own: [] })).toMatchObject({
      field: 'posts',
      back: 'tags',
      junction: 'tags_posts',
    });
  });

  it('translations have a language and point back', () => {
    const steps = translationSteps(
      {
        collection: 'posts',
        translations: 'posts_translations',
        holder: 'post',
        field: 'translations',
        languages: { de: 'Deutsch' },
        fields: [{ field: 'title' }],
      },
      keyLike,
    );
    expect(steps[0]?.body).toMatchObject({
      hidden: true,
      fields: [{ field: 'id' }, { field: 'post' }, { field: 'language' }, { field: 'title' }],
    });
  });

  it('starters make each collection whole, under free names', () => {
    for (const starter of STARTERS) {
      const taken = [starter.collections[0]?.collection ?? ''];
      const steps = starterSteps(starter, taken, true);
      const made = steps
        .filter(({ path }) => path === '/collections')
        .map(({ body }) => (body as { collection: string }).collection);
      expect(made).toContain(`${taken[0]}_2`);
      expect(new Set(made).size).toBe(made.length);
      expect(steps.at(-1)?.isContent).toBe(true);
    }
  });

  it('a switch adds what is missing', () => {
    const half = row('posts', id, stored({ field: 'created_on', type: 'datetime_created', datatype: 'DATETIME' }));
    expect(isOn('times', half)).toBe(false);
    expect(turnOn('times', half).map(({ body }) => (body as { field: string }).field)).toEqual(['modified_on']);
  });
});

describe('order', () => {
  const fields = [
    stored({ field: 'a', sort: 1, id: 1 }),
    stored({ field: 'g', sort: 2, id: 2, type: 'group' }),
    stored({ field: 'b', sort: 3, id: 3, group: 2 }),
    stored({ field: 'c', sort: 4, id: 4 }),
  ];
  const after = (places: ReturnType<typeof moveBy>) =>
    linesOf(placed(fields, places)).map(({ field, isInside }) => (isInside ? `-${field.field}` : field.field));

  it('a field enters and leaves a section on its way', () => {
    expect(after([])).toEqual(['a', 'g', '-b', 'c']);
    expect(after(moveBy(linesOf(fields), 'a', 1))).toEqual(['g', '-a', '-b', 'c']);
    expect(after(moveBy(linesOf(fields), 'b', 1))).toEqual(['a', 'g', 'c', 'b']);
  });

  it('a section goes with what is in it', () => {
    expect(after(moveBy(linesOf(fields), 'g', -1))).toEqual(['g', '-b', 'a', 'c']);
    expect(after(moveTo(linesOf(fields), 'g', 'c'))).toEqual(['a', 'c', 'g', '-b']);
  });
});

describe('plans', () => {
  it('weigh what is lost', () => {
    expect(
      [
        plan(),
        plan({ losses: [loss(0)] }),
        plan({ losses: [loss(3)] }),
        plan({ losses: [loss(1204)] }),
        plan({ losses: [loss(null)] }),
        plan({ losses: [loss(1, 'table')] }),
      ].map(weightOf),
    ).toEqual(['none', 'none', 'loss', 'grave', 'grave', 'grave']);
  });

  it('of several steps are one: impossible if any is, undone until the first goes', () => {
    const undo = (until: string) => ({ possible: true, until, reason: null });
    const all = joined([
      plan({ seconds: 1, undo: undo('2027-01-02') }),
      plan({ seconds: 2, undo: undo('2027-01-01'), possible: false, error: { code: 4, message: 'no' } }),
    ]);
    expect(all).toMatchObject({
      possible: false,
      seconds: 3,
      error: { message: 'no' },
      undo: { possible: true, until: '2027-01-01' },
    });
  });
});

describe('the diagram', () => {
  it('places collections beside each other and draws their links', () => {
    const rows = [row('posts', id, stored({ field: 'author', type: 'm2o' })), row('authors', id)];
    const links = linksOf(
      [
        {
          collection_many: 'posts',
          field_many: 'author',
          collection_one: 'authors',
          field_one: null,
          junction_field: null,
        },
      ],
      new Set(['posts', 'authors']),
    );
    const { boxes, lines } = drawn(
      rows.map((each) => entityOf(each, each.collection, false, links)),
      links,
    );
    expect(boxes[0]?.x).toBeLessThan(boxes[1]?.x ?? 0);
    expect(lines[0]?.path).toMatch(/^M[\d.]+,[\d.]+ /);
    expect(pathOf([])).toBe('');
  });

  it('lays out a hundred collections quickly', () => {
    const rows = Array.from({ length: 100 }, (_, at) => row(`c${at}`, id, stored({ field: 'up' })));
    const links = rows
      .slice(1)
      .map(({ collection }, at) => ({ from: collection, field: 'up', to: `c${Math.floor(at / 3)}` }));
    const begin = performance.now();
    drawn(
      rows.map((each) => entityOf(each, each.collection, false, links)),
      links,
    );
    expect(performance.now() - begin).toBeLessThan(2000);
  });
});
