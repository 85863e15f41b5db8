import type { ApiKey } from '../../persistence/api-keys.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { sqlDatetime } from '../../shared/datetime.ts';

/** A key as its owner sees it. The key itself is not kept. (Contract, A-141.) */
export function shownKey(key: ApiKey): Item {
  const { id, user, name, hint, readOnly, collections, addresses, rateLimit } = key;
  return {
    id,
    user,
    name,
    hint,
    read_only: readOnly,
    collections,
    addresses,
    rate_limit: rateLimit,
    expires_on: moment(key.expires),
    created_on: moment(key.created),
    created_by: key.createdBy,
    last_used: moment(key.lastUsed),
  };
}

const moment = (time: number | null): string | null => (time === null ? null : sqlDatetime(new Date(time)));
