import type { Settings } from '../../schema/settings.ts';

/** How much history is kept; null for all of it. */
export interface RetentionRules {
  /** The number of revisions kept per item, newest first. */
  readonly revisions: number | null;
  readonly revisionDays: number | null;
  /** The number of activity rows kept, newest first. */
  readonly activity: number | null;
  readonly activityDays: number | null;
}

/** Returns the rules from the settings; null if they keep everything, which is the default. */
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
