import { named } from '../../shared/named.ts';

/** The mask that is returned instead of a secret. */
export const MASK = '**********';

/** Fields of system collections whose stored values are never shown. */
const MASKED = named<readonly string[]>({ directus_users: ['2fa_secret'] });

/** Whether the values of a field are masked. */
export function isMasked(collection: string, field: string): boolean {
  return MASKED[collection]?.includes(field) === true;
}
