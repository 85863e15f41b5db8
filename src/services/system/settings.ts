import { ApiError } from '../../errors/api-error.ts';
import { invalid } from '../../errors/violations.ts';
import { refuseExpression } from '../../patterns/pattern.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Catalog } from '../../persistence/catalog.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { visibleKeys } from '../../persistence/read/stored-keys.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { quietly, unknownName } from '../../query/plan/write/warnings.ts';
import { collectionOf } from '../../schema/schema.ts';
import { ADDED_SETTINGS } from '../../schema/settings.ts';
import { keyIn, SHOWN_FILES } from '../../schema/shown-files.ts';
import { seededSettings } from '../../schema/system/seed/settings.ts';
import { isTimeZone } from '../../shared/datetime.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { isBlank } from '../../shared/is-blank.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asText } from '../../shared/text.ts';
import { MAX_PRESETS, PRESET_SETTINGS } from '../../storage/images/presets.ts';
import { ROLE_SETTING, registrationRole, STATUS_SETTING, userStatuses } from './registration.ts';
import type { WriteRules } from './rules.ts';

/**
 * Settings about the project's appearance. All others decide who gets access and where secrets are sent, so only
 * administrators write them.
 */
const PRESENTATION: ReadonlySet<unknown> = new Set([
  'project_name',
  'project_logo',
  'project_color',
  'project_foreground',
  'project_background',
  'project_public_note',
  'default_locale',
]);
/** Settings that mails and pages use as link targets. */
const ADDRESSES: ReadonlySet<unknown> = new Set(['project_url', 'app_url']);

/** Admin apps put the colour into the styles of their public pages. */
const COLOR = /^#[0-9a-f]{3,8}$/i;

/** The settings that the service recognises. */
const KNOWN = ['project_name', 'app_url', ...seededSettings.map(([key]) => key), ...ADDED_SETTINGS.keys()];

/** What is stored for a setting that is on or off. */
const SWITCHED: readonly unknown[] = [true, false, 1, 0, 'true', 'false', '1', '0'];

/** The rules of settings: who may write which, and the valid values of some. Errors 301, 302, 303, 4, 12. */
export const settingsRules: WriteRules = {
  warnings({ store }, { key }) {
    const described = store.catalog.schema.looseFields.filter(({ collection }) => collection === 'directus_settings');
    return quietly(unknownName('key', 'setting', key, [...KNOWN, ...described.map(({ field }) => field)]));
  },
  async beforeCreate(tx, payload) {
    if (!mayWrite(tx, payload.key)) throw new ApiError('createDenied', { collection: 'directus_settings' });
    refuseUnusable(tx, payload);
    await refuseUnseenFile(tx, payload, undefined);
  },
  async beforeChange(tx, key, payload) {
    const stored = await settingOf(tx, key);
    const changed: Payload = { ...stored, ...payload };
    if (!mayWrite(tx, stored?.key) || !mayWrite(tx, changed.key))
      throw new ApiError(payload === null ? 'deleteDenied' : 'updateDenied', { collection: 'directus_settings' });
    if (!payload) return;
    refuseUnusable(tx, changed);
    await refuseUnseenFile(tx, changed, stored);
  },
};

const mayWrite = ({ context }: Transaction, name: unknown): boolean =>
  isAdmin(context.caller) || PRESENTATION.has(name);

function settingOf(tx: Transaction, key: string): Promise<Payload | undefined> {
  const { schema } = tx.context.store.catalog;
  return readWhole(tx, collectionOf(schema, 'directus_settings'), key);
}

/**
 * Refuses a file that everybody would see unless the caller may read it. For a role that may not read all files, a
 * missing file is refused in the same way, because somebody may upload one with its key. Error 4. (Contract, F-142.)
 */
async function refuseUnseenFile(tx: Transaction, { key, value }: Payload, stored: Payload | undefined): Promise<void> {
  if (!SHOWN_FILES.some((shown) => shown === key)) return;
  const file = keyIn(asText(value ?? ''));
  const isKept = stored?.key === key && keyIn(asText(stored?.value ?? '')) === file;
  if (file === null || isKept) return;
  const seen = await visibleKeys(tx, presentCollection(tx.context, 'directus_files'), [String(file)]);
  if (!seen.has(String(file))) throw invalid(asText(key), 'a file that you may read');
}

function refuseUnusable({ context }: Transaction, { key, value }: Payload): void {
  if (isBlank(value)) return;
  // Otherwise nobody could set a password any more.
  if (key === 'password_policy') refuseExpression(key, asText(value));
  const expected = expectedOf(context.store.catalog, key, value);
  if (expected === undefined) return;
  throw invalid(asText(key), expected);
}

/** Returns what a setting's value should be if it is invalid; undefined if it is valid. */
function expectedOf(catalog: Catalog, key: unknown, value: unknown): string | undefined {
  if (ADDRESSES.has(key)) return httpUrl(value) ? undefined : 'an address that begins with http:// or https://';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (key === 'project_color' && !COLOR.test(text)) return 'a colour such as #263238';
  if (key === ROLE_SETTING && registrationRole(catalog, text) === null)
    return 'the id of a role that exists, and not that of the administrators';
  const statuses = userStatuses(catalog);
  if (key === STATUS_SETTING && !statuses.includes(text)) return `one of ${statuses.join(', ')}`;
  if (PRESET_SETTINGS.includes(key) && !isListOfPresets(value)) return `a list of at most ${MAX_PRESETS} presets`;
  if (key === 'octavo_time_zone' && !isTimeZone(text)) return 'the name of a time zone, such as Europe/London';
  return expectedByKind(kindOf(catalog, key), value, text);
}

function expectedByKind(kind: string | null | undefined, value: unknown, text: string): string | undefined {
  if (kind === 'boolean' && !SWITCHED.includes(value)) return 'true or false';
  if (kind === 'integer' && !isWhole(text) && typeof value !== 'boolean') return 'a whole number, such as 20';
  return undefined;
}

/** How a setting is written, by its field if it has one. */
function kindOf({ schema }: Catalog, key: unknown): string | null | undefined {
  const field = schema.looseFields.find((row) => row.collection === 'directus_settings' && row.field === key);
  return field ? field.type : ADDED_SETTINGS.get(asText(key));
}

const isWhole = (text: string): boolean => /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));

/** Whether a list, which may be sent as JSON text, is short enough. Images of any size would replace anything else. */
function isListOfPresets(value: unknown): boolean {
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) && list.length <= MAX_PRESETS;
}
