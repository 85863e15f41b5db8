import { expect, it } from 'vitest';
import type { Preset } from '../src/api/presets.ts';
import { presetOfView, viewOfPreset } from '../src/list/presets.ts';
import { queryOf, type View, viewOf } from '../src/list/view.ts';

const base: View = {
  layout: 'tabular',
  columns: ['title', 'status'],
  sort: '',
  filter: '',
  q: '',
  widths: {},
  options: {},
};
const row: Preset = {
  id: 1,
  title: null,
  user: 1,
  role: null,
  collection: 'articles',
  search_query: null,
  filters: [],
  view_type: 'tabular',
  view_query: null,
  view_options: null,
};
const view: View = {
  ...base,
  columns: ['title', 'author.city'],
  sort: '-published_on',
  q: 'sea',
  widths: { title: 300 },
};

it('reads a preset that the original app wrote', () => {
  const written = {
    ...row,
    search_query: 'sea',
    filters: [
      { field: 'status', operator: 'in', value: 'published,draft' },
      { field: 'minutes', operator: 'gte', value: 4 },
    ],
    view_query: { tabular: { fields: 'title,author', sort: '-published_on' } },
    view_options: { tabular: { widths: { title: 300 } } },
  };
  expect(viewOfPreset(written, base)).toEqual({
    ...base,
    q: 'sea',
    columns: ['title', 'author'],
    sort: '-published_on',
    filter: 'status in (published, draft) and minutes >= 4',
    widths: { title: 300 },
  });
});

it.each([
  'minutes >= 4 and title contains "a, b"',
  'minutes >= 4 or featured = 1',
  'published_on >= today-7d',
  'status in (draft, published)',
  '',
])('gives the filter %s back', (filter) => {
  const stored = JSON.parse(JSON.stringify(presetOfView({ ...view, filter }, null)));
  expect(viewOfPreset({ ...row, ...stored }, base)).toEqual({ ...view, filter });
});

it('believes the conditions that another app has stored since', () => {
  const stored = presetOfView({ ...view, filter: 'minutes >= 4 or featured = 1' }, null);
  const filters = [{ field: 'title', operator: 'contains', value: 'sea' }];
  expect(viewOfPreset({ ...row, ...stored, filters }, base).filter).toBe('title contains sea');
});

it('stores a board as a table for older apps', () => {
  const stored = presetOfView({ ...view, layout: 'board', options: { board: { field: 'status' } } }, null);
  expect(stored.view_type).toBe('tabular');
  expect(viewOfPreset({ ...row, ...stored }, base).layout).toBe('board');
});

it('describes a view by its address', () => {
  const shown: View = { ...view, layout: 'board', options: { board: { field: 'status', wide: true } } };
  const query = queryOf(shown, base);
  expect(query).toEqual({
    q: 'sea',
    sort: '-published_on',
    columns: 'title,author.city',
    layout: 'board',
    'by.field': 'status',
    'by.wide': 'true',
  });
  expect(viewOf(query as never, { ...base, widths: view.widths })).toEqual(shown);
});
