import { expect, it } from 'vitest';
import { CATALOGUE, isOther, SECTIONS, type Setting, sectionOf } from '../src/settings/catalogue.ts';
import { resultOf } from '../src/settings/mail-test.ts';
import { rulesOf } from '../src/settings/removals.ts';
import { shownBox, sizeFaults, sizesOf, textOfSizes } from '../src/settings/sizes.ts';
import { changesOf, faultOf, type SettingRow, storedOf, textOf, writesOf } from '../src/settings/values.ts';

const rowsOf = (...rows: SettingRow[]): ReadonlyMap<string, SettingRow> => new Map(rows.map((row) => [row.key, row]));
const settingOf = (key: string): Setting => {
  const found = Object.values(CATALOGUE)
    .flat()
    .find((setting) => setting.key === key);
  if (!found) throw new Error(key);
  return found;
};

it('a section that an address does not name is the first', () => {
  expect(sectionOf('files')).toBe('files');
  expect(sectionOf('nothing')).toBe('general');
  expect(SECTIONS.flatMap((name) => CATALOGUE[name]).length).toBeGreaterThan(30);
});

it('values are texts, however the server types them', () => {
  expect([null, true, false, 20, 'x', { id: 4, title: 'y' }].map(textOf)).toEqual(['', '1', '0', '20', 'x', '4']);
});

it('without a row a switch is what the server then does', () => {
  const cache = settingOf('octavo_response_cache');
  expect(storedOf(cache, rowsOf())).toBe('1');
  expect(storedOf(cache, rowsOf({ id: 1, key: cache.key, value: null }))).toBe('0');
  expect(storedOf(settingOf('octavo_strict'), rowsOf())).toBe('0');
  expect(storedOf(settingOf('file_naming'), rowsOf({ id: 1, key: 'file_naming', value: null }))).toBe('uuid');
});

it('only what differs is written: rows that there are, and new ones', () => {
  const settings = [settingOf('project_name'), settingOf('octavo_max_limit'), settingOf('default_limit')];
  const rows = rowsOf({ id: 22, key: 'project_name', value: 'A' }, { id: 9, key: 'default_limit', value: 200 });
  const changes = changesOf(settings, { project_name: ' B ', octavo_max_limit: '500', default_limit: '200' }, rows);
  expect(changes).toEqual({ project_name: 'B', octavo_max_limit: '500' });
  expect(writesOf({ ...changes, default_limit: '' }, rows)).toEqual({
    update: [
      { id: 22, value: 'B' },
      { id: 9, value: null },
    ],
    create: [{ key: 'octavo_max_limit', value: '500' }],
  });
});

it.each([
  ['default_limit', '20', null],
  ['default_limit', '0', 'number'],
  ['default_limit', '1e3', 'number'],
  ['default_limit', '', null],
  ['project_name', ' ', 'missing'],
  ['project_color', '#8E2F2A', null],
  ['project_color', 'red', 'colour'],
  ['project_url', 'javascript:alert(1)', 'address'],
  ['project_url', 'https://www.example.com', null],
  ['file_mimetype_whitelist', 'image/*, application/pdf', null],
  ['file_mimetype_whitelist', 'images', 'types'],
  ['asset_whitelist', '[{"key":"a","width":0,"height":1,"fit":"crop","quality":80}]', 'sizes'],
])('%s may be %j: %j', (key, text, fault) => {
  expect(faultOf(settingOf(key), text)).toBe(fault);
});

it('sizes are read as the server reads them, and none are an empty text', () => {
  const text = '[{"key":"a","width":"40","height":20,"fit":"cover","quality":80},null,3]';
  expect(sizesOf(text)).toEqual([{ key: 'a', width: 40, height: 20, fit: 'crop', quality: 80 }]);
  expect(sizesOf('no')).toEqual([]);
  expect(textOfSizes([])).toBe('');
  const [size] = sizesOf(text);
  expect(sizeFaults(textOfSizes([size, size] as never))).toEqual(['a']);
  expect(shownBox({ width: 800, height: 400 }, 200)).toEqual({ w: 200, h: 100 });
});

it('a mail is sent, waits with an answer, was refused, or never was', () => {
  const of = (status: string, error: string | null) =>
    resultOf({ id: 1, kind: 'mail', subject: '', status, answered: null, error });
  expect(of('done', null)).toEqual({ kind: 'sent', answer: null });
  expect(of('pending', 'down')).toEqual({ kind: 'waits', answer: 'down' });
  expect(of('failed', '550 no')).toEqual({ kind: 'failed', answer: '550 no' });
  expect(resultOf(undefined).kind).toBe('nothing');
});

it('rules of retention are asked for only while all are numbers', () => {
  expect(rulesOf({ octavo_keep_revisions: '5' })).toEqual({
    keep_revisions: '5',
    keep_revisions_days: '',
    keep_activity: '',
    keep_activity_days: '',
  });
  expect(rulesOf({ octavo_keep_activity: 'all' })).toBeNull();
});

it('rows that this server uses belong to no other program', () => {
  expect(['project_name', 'octavo_strict', 'asset_whitelist_system'].some(isOther)).toBe(false);
  expect(isOther('shop_currency')).toBe(true);
});
