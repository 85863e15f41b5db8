/** What is answered in place of a secret: that there is one. */
export const MASK = '**********';

/** Fields of system collections whose values nobody is shown once they are stored. */
const MASKED: Readonly<Record<string, readonly string[]>> = { directus_users: ['2fa_secret'] };

/** Whether a mask is answered in place of the values of a field. */
export function isMasked(collection: string, field: string): boolean {
  return MASKED[collection]?.includes(field) === true;
}
