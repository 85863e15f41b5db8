import { LANGUAGES, type Language, nearestLanguage } from '../i18n/messages.ts';

/** The part of a user that people change about themselves. */
export interface Profile {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly title: string;
  readonly company: string;
  readonly timezone: string;
  readonly locale: string;
  readonly email_notifications: boolean;
}

export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'title',
  'company',
  'timezone',
  'locale',
  'email_notifications',
] as const;

/** A user as the form of the profile shows it: without nulls. */
export const profileOf = (user: Readonly<Record<string, unknown>>): Profile => ({
  first_name: String(user.first_name ?? ''),
  last_name: String(user.last_name ?? ''),
  email: String(user.email ?? ''),
  title: String(user.title ?? ''),
  company: String(user.company ?? ''),
  timezone: String(user.timezone ?? ''),
  locale: String(user.locale ?? ''),
  email_notifications: user.email_notifications !== false,
});

/** The difference between two states of a profile, as it is sent: emptied texts become null. */
export const changesOf = (before: Profile, after: Profile): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(typedOver(before, after)).map(([name, value]) => [name, value === '' ? null : value]),
  );

/** The edits of a profile. */
export const typedOver = (before: Profile, now: Profile): Partial<Profile> =>
  Object.fromEntries(PROFILE_FIELDS.filter((name) => before[name] !== now[name]).map((name) => [name, now[name]]));

const TAGS: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES', fr: 'fr-FR' };

/** The languages to choose from, with the tag that is stored: the one that a user has where it is the same language. */
export const languageOptions = (locale: string): readonly { readonly value: string; readonly label: string }[] =>
  (Object.keys(LANGUAGES) as Language[]).map((key) => ({
    value: locale !== '' && isOf(locale, key) ? locale : TAGS[key],
    label: LANGUAGES[key],
  }));

const isOf = (locale: string, key: Language): boolean =>
  nearestLanguage([locale]) === key && locale.toLowerCase().startsWith(key);

/** The time zones of this browser, and the one that a user has. */
export function zoneOptions(zone: string): readonly string[] {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  return zone === '' || zones.includes(zone) ? zones : [zone, ...zones];
}
