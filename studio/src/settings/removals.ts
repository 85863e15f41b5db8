import { t } from '../i18n/messages.ts';

const NAMES = ['keep_revisions', 'keep_revisions_days', 'keep_activity', 'keep_activity_days'] as const;

/** The parameters for rules other than the stored ones; null if one of them is not a number. */
export function rulesOf(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null {
  const entries = NAMES.map((name) => [name, (values[`octavo_${name}`] ?? '').trim()] as const);
  return entries.every(([, text]) => /^([1-9]\d{0,8})?$/.test(text)) ? Object.fromEntries(entries) : null;
}

/** What rules would remove, in a sentence. */
export function removalText(
  rules: Readonly<Record<string, string>>,
  { revisions, activity }: { readonly revisions: number; readonly activity: number },
): string {
  if (Object.values(rules).every((text) => text === '')) return t('settings.removals.everything');
  if (revisions === 0 && activity === 0) return t('settings.removals.nothing');
  return t('settings.removals.removes', {
    revisions: t('settings.removals.revisions', { count: revisions }),
    activity: t('settings.removals.activity', { count: activity }),
  });
}
