import { requireText } from '../../errors/require-text.ts';
import { invalid } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Field } from '../../schema/field.ts';
import { fieldTypeOf } from '../../schema/field-types/all.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { withFields, withoutFields } from '../items/added-fields.ts';
import { type ReadResult, readList } from '../items/read.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { createItems, updateItems } from '../items/write.ts';
import { namesFile, withFiles } from './file-settings.ts';

/** Lists settings, each value in the type of its field. (Contract, O-10.) */
export async function listSettings(context: Context, query: Query, url?: PageUrl): Promise<ReadResult> {
  const result = await readList(committed(context), 'directus_settings', withFields(query, DECIDING), url);
  const items = [result.data].flat().map((item) => typed(context, item));
  const shown = await withFiles(context, items, (key) => typeOf(context, key) === 'file');
  const asked = shown.map((item) => withoutFields(item, DECIDING, query));
  return { ...result, data: Array.isArray(result.data) ? asked : (asked[0] ?? result.data) };
}

/** The fields that decide the form of a value. */
const DECIDING = ['key'];

/** Lists the fields that describe the settings page. */
export function listSettingFields(context: Context, query: Query, url?: PageUrl): Awaitable<ReadResult> {
  const unfiltered = { ...query, conditions: [], values: [], search: null };
  return readList(
    committed(context),
    'directus_fields',
    restrict(unfiltered, 'collection', ['directus_settings']),
    url,
  );
}

/**
 * Changes a setting and returns the value as sent, and a file as an object. Error 4 for several keys: several settings
 * must be sent as a list.
 */
export async function updateSetting(
  context: Context,
  keys: readonly string[],
  payload: Payload,
  query: Query,
): Promise<ReadResult | null> {
  if (keys.length > 1) throw invalid('id', 'one id: send several settings as a list');
  const isFile = 'value' in payload && (await areFiles(context, keys));
  const row = isFile && namesFile(payload) ? { ...payload, value: payload.value.id } : payload;
  const result = await updateItems(context, 'directus_settings', keys, toRow(row), query);
  return echo(result, isFile ? await withFiles(context, { key: '', ...row }, () => true) : payload);
}

/** Creates a setting or a list of settings. The values of a list are stored as sent. */
export async function createSettings(context: Context, body: unknown, query: Query): Promise<ReadResult | null> {
  if (!isRecord(body)) return createItems(context, 'directus_settings', body, query);
  return echo(await createItems(context, 'directus_settings', toRow(withKey(context, body)), query), body);
}

/** Replaces a file sent as the value of a new setting with its key. */
function withKey(context: Context, payload: Payload): Payload {
  const isFile = namesFile(payload) && typeOf(context, requireText('key', payload.key)) === 'file';
  return isFile ? { ...payload, value: payload.value.id } : payload;
}

/** Whether all settings with these ids are file settings. */
async function areFiles(context: Context, ids: readonly string[]): Promise<boolean> {
  const { data } = await readByKeys(committed(context), 'directus_settings', ids, EVERYTHING);
  return [data].flat().every(({ key }) => typeOf(context, asText(key)) === 'file');
}

/** Reads settings by id, with values as stored. */
export function readSettings(context: Context, keys: readonly string[], query: Query): Awaitable<ReadResult> {
  return readByKeys(committed(context), 'directus_settings', keys, query);
}

function echo(result: ReadResult | null, payload: Payload): ReadResult | null {
  if (!result || Array.isArray(result.data) || !('value' in payload) || !('value' in result.data)) return result;
  return { ...result, data: { ...result.data, value: payload.value } };
}

/** Falsy values are stored as null, lists as comma-separated text, everything else as text. */
function toRow(payload: Payload): Payload {
  if (!('value' in payload)) return payload;
  return { ...payload, value: toText(payload.value) };
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return null;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return value.map(asText).join(',') || null;
  if (typeof value === 'object') return JSON.stringify(value);
  return value === true ? '1' : asText(value);
}

function typed(context: Context, item: Item): Item {
  const { key, value } = item;
  const type = typeof key === 'string' ? typeOf(context, key) : undefined;
  if (value === undefined || !type) return item;
  if (type === 'file' && !value) return { ...item, value: null };
  if (type === 'integer') return { ...item, value: value === null || value === '' ? null : asNumber(value) };
  return type === 'boolean' ? { ...item, value: ![null, '', '0', 'false'].includes(value as string | null) } : item;
}

function typeOf(context: Context, key: string): Field['type']['name'] | undefined {
  const row = context.store.catalog.schema.looseFields.find(
    (candidate) => candidate.collection === 'directus_settings' && candidate.field === key,
  );
  return row && fieldTypeOf(row.type)?.name;
}
