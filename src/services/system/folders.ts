import type { WriteRules } from './rules.ts';

/**
 * The rules of folders. Changes to a folder that the caller may not see are denied, not reported as missing. (Contract,
 * F-153.)
 */
export const foldersRules: WriteRules = { hidden: { update: 'updateDenied', delete: 'readDenied' } };
