import { named } from '../../shared/named.ts';

/** Secret columns by collection. */
export const secretColumns = named<readonly string[]>({
  directus_users: ['password', 'token', '2fa_secret', 'password_reset_token'],
  directus_user_sessions: ['token'],
});

/** Whether a column of a system collection is secret. */
export const isSecretColumn = (collection: string, column: string): boolean =>
  secretColumns[collection]?.includes(column) === true;

/** Rows that hold a secret: one column has one of the names, and another has a value. */
interface SecretRows {
  readonly column: string;
  readonly names: readonly string[];
  readonly value: string;
}

/** Rows with secrets, by collection. */
export const secretRows = named<SecretRows>({
  directus_settings: { column: 'key', names: ['youtube_api_key'], value: 'value' },
});
