import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { collectionOf } from '../../schema/schema.ts';
import { OWN_SETTINGS } from '../../schema/settings.ts';
import { seededSettings } from '../../schema/system/seed/settings.ts';
import { isTimeZone } from '../../shared/datetime.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { asText } from '../../shared/text.ts';
import { isBlank, type Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import { quietly, unknownName } from '../strict/doubts.ts';
import type { Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

/** Settings that lead people somewhere: mails and pages link to them. */
const ADDRESSES: ReadonlySet<unknown> = new Set(['project_url', 'app_url']);

/** Names of settings that the service knows. */
const KNOWN = ['project_name', 'app_url', ...seededSettings.map(([key]) => key), ...OWN_SETTINGS];

/** Settings that are addresses lead to pages of HTTP, or nowhere; a time zone is one that there is. */
export const settingsRules: WriteRules = {
  doubts({ store }, { key }) {
    const described = store.catalog.schema.looseFields.filter(({ collection }) => collection === 'directus_settings');
    return quietly(unknownName('key', 'setting', key, [...KNOWN, ...described.map(({ field }) => field)]));
  },
  beforeCreate: async (_, payload) => refuseUnusable(payload),
  beforeChange: async (writing, key, payload) => {
    if (payload) refuseUnusable({ ...(await settingOf(writing, key)), ...payload });
  },
};

function settingOf({ context, connection }: Writing, key: string): Promise<Payload | undefined> {
  const { schema } = context.store.catalog;
  return readWhole(context, connection, collectionOf(schema, 'directus_settings'), key);
}

function refuseUnusable({ key, value }: Payload): void {
  if (isBlank(value)) return;
  const expected = expectedOf(key, value);
  if (expected === undefined) return;
  throw new ApiError('validation', { violations: `${asText(key)}: ${violation.expected(expected)}` });
}

/** What a setting should be where it is not; undefined for all others. */
function expectedOf(key: unknown, value: unknown): string | undefined {
  if (ADDRESSES.has(key)) return httpUrl(value) ? undefined : 'an address that begins with http:// or https://';
  if (key !== 'octavo_time_zone') return undefined;
  return typeof value === 'string' && isTimeZone(value) ? undefined : 'the name of a time zone, such as Europe/London';
}
