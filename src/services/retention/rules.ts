import type { Settings } from '../../schema/settings.ts';

/** How much of the records of changes is kept; null for all of it. */
export interface RetentionRules {
  /** Revisions of each item, the newest ones. */
  readonly revisions: number | null;
  readonly revisionDays: number | null;
  /** Records of activity, the newest ones. */
  readonly activity: number | null;
  readonly activityDays: number | null;
}

/** What the settings say; null where they keep everything, as they do unless somebody asks. */
export function retentionRules({ values }: Settings): RetentionRules | null {
  const rules = {
    revisions: count(values.get('octavo_keep_revisions')),
    revisionDays: count(values.get('octavo_keep_revisions_days')),
    activity: count(values.get('octavo_keep_activity')),
    activityDays: count(values.get('octavo_keep_activity_days')),
  };
  return Object.values(rules).some((rule) => rule !== null) ? rules : null;
}

function count(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;
}
