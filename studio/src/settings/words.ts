import { number, t } from '../i18n/messages.ts';
import type { Setting } from './catalogue.ts';

/** A stored value in words: on, 20 minutes, draft; and the meaning of an empty one, if it has any. */
export function wordsOf({ key, kind, unit }: Setting, text: string): string {
  if (kind === 'switch') return t(text === '1' ? 'settings.on' : 'settings.off');
  if (text === '') return EMPTY.has(key) ? t(`settings.${key}.empty`) : '';
  if (kind === 'choice') return t(`settings.${key}.${text}`);
  if (kind !== 'number') return text;
  return unit ? t(`settings.unit.${unit}`, { count: Number(text) }) : number(Number(text));
}

/** Settings for which an empty value has a meaning. */
const EMPTY: ReadonlySet<string> = new Set([
  'octavo_time_zone',
  'project_url',
  'asset_whitelist',
  'file_mimetype_whitelist',
  'password_policy',
  'login_attempts_allowed',
  'auto_sign_out',
  'octavo_registration_role',
  'octavo_max_limit',
  'octavo_keep_revisions',
  'octavo_keep_revisions_days',
  'octavo_keep_activity',
  'octavo_keep_activity_days',
  'thumbnail_cache_ttl',
]);
