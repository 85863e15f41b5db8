import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { collectionOf } from '../../schema/schema.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { isBlank, type Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import type { Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

/** Settings that lead people somewhere: mails and pages link to them. */
const ADDRESSES: ReadonlySet<unknown> = new Set(['project_url', 'app_url']);

/** Settings that are addresses lead to pages of HTTP, or nowhere. */
export const settingsRules: WriteRules = {
  beforeCreate: async (_, payload) => refuseOtherAddress(payload),
  beforeChange: async (writing, key, payload) => {
    if (payload) refuseOtherAddress({ ...(await settingOf(writing, key)), ...payload });
  },
};

function settingOf({ context, connection }: Writing, key: string): Promise<Payload | undefined> {
  const { schema } = context.store.catalog;
  return readWhole(context, connection, collectionOf(schema, 'directus_settings'), key);
}

function refuseOtherAddress({ key, value }: Payload): void {
  if (!ADDRESSES.has(key) || isBlank(value) || httpUrl(value)) return;
  const expected = violation.expected('an address that begins with http:// or https://');
  throw new ApiError('validation', { violations: `${String(key)}: ${expected}` });
}
