/** The control of a setting. */
export type Kind =
  | 'text'
  | 'note'
  | 'address'
  | 'colour'
  | 'picture'
  | 'number'
  | 'switch'
  | 'choice'
  | 'language'
  | 'zone'
  | 'role'
  | 'types'
  | 'sizes'
  | 'pattern';

/** A setting of a project that this server knows: a row of `directus_settings`. */
export interface Setting {
  readonly key: string;
  readonly kind: Kind;
  /** The default without the setting, in the stored form. */
  readonly preset: string;
  /** The unit of a number. */
  readonly unit?: 'minutes' | 'days' | 'seconds';
  /** The stored values of a choice. */
  readonly options?: readonly string[];
}

export const SECTIONS = [
  'general',
  'files',
  'mail',
  'access',
  'limits',
  'records',
  'backups',
  'strict',
  'others',
] as const;
export type Section = (typeof SECTIONS)[number];

const of = (kind: Kind, key: string, preset = '', more: Partial<Setting> = {}): Setting => ({
  key,
  kind,
  preset,
  ...more,
});

/** The settings of each section, in the order in which they are read. */
export const CATALOGUE: Readonly<Record<Section, readonly Setting[]>> = {
  general: [
    of('text', 'project_name'),
    of('colour', 'project_color'),
    of('picture', 'project_logo'),
    of('note', 'project_public_note'),
    of('picture', 'project_foreground'),
    of('picture', 'project_background'),
    of('language', 'default_locale'),
    of('zone', 'octavo_time_zone'),
    of('address', 'project_url'),
  ],
  files: [
    of('sizes', 'asset_whitelist'),
    of('switch', 'upright_images', '0'),
    of('switch', 'private_assets', '0'),
    of('types', 'file_mimetype_whitelist'),
    of('choice', 'file_naming', 'uuid', { options: ['uuid', 'file_name'] }),
    of('choice', 'asset_url_naming', 'private_hash', { options: ['private_hash', 'filename_download'] }),
    of('number', 'thumbnail_cache_ttl', '', { unit: 'seconds' }),
    of('number', 'proxy_downloads_cache_ttl', '86400', { unit: 'seconds' }),
    of('text', 'youtube_api_key'),
  ],
  mail: [],
  access: [
    of('pattern', 'password_policy'),
    of('number', 'login_attempts_allowed'),
    of('number', 'auto_sign_out', '', { unit: 'minutes' }),
    of('number', 'octavo_session_days', '30', { unit: 'days' }),
    of('number', 'auth_token_ttl', '20', { unit: 'minutes' }),
    of('role', 'octavo_registration_role'),
    of('choice', 'octavo_registration_status', 'draft', { options: ['draft', 'active'] }),
    of('switch', 'octavo_public_schema', '0'),
  ],
  limits: [
    of('number', 'default_limit', '20'),
    of('number', 'octavo_max_limit'),
    of('switch', 'sort_null_last', '1'),
    of('number', 'octavo_max_cost', '10000'),
    of('number', 'octavo_max_values', '400000'),
    of('switch', 'octavo_response_cache', '1'),
  ],
  records: [
    of('number', 'octavo_keep_revisions'),
    of('number', 'octavo_keep_revisions_days', '', { unit: 'days' }),
    of('number', 'octavo_keep_activity'),
    of('number', 'octavo_keep_activity_days', '', { unit: 'days' }),
    of('number', 'octavo_schema_undo_days', '7', { unit: 'days' }),
    of('number', 'octavo_keep_undo_days', '7', { unit: 'days' }),
    of('number', 'octavo_keep_jobs_days', '30', { unit: 'days' }),
  ],
  backups: [of('number', 'octavo_keep_backups', '5')],
  strict: [of('switch', 'octavo_strict', '0')],
  others: [],
};

/** The section in an address; the first if it names none. */
export const sectionOf = (param: unknown): Section => SECTIONS.find((name) => name === param) ?? 'general';

/** Sizes that Studio itself requests do not belong to the project. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(CATALOGUE).flatMap((settings) => settings.map(({ key }) => key)),
  'asset_whitelist_system',
]);

/** Whether a row belongs to something other than this server. */
export const isOther = (key: string): boolean => !KNOWN.has(key);

/** Options of the server's configuration that matter for a section, by name. */
export const CONFIGURED: Readonly<Partial<Record<Section, readonly string[]>>> = {
  files: ['storage.adapter', '--max-upload'],
  mail: ['mail.transport', 'mail.host', 'mail.port', 'mail.encryption', 'mail.username', 'mail.from'],
  access: ['auth.social_providers', 'rate_limit.account', 'cookie.same_site'],
  limits: ['rate_limit.enabled', 'cors.origin', '--max-body', '--max-project-requests'],
};
