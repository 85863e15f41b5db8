import type { WriteRules } from './rules.ts';

/** Folders: one that may not be seen is denied, not missing. (Contract, F-153.) */
export const foldersRules: WriteRules = { hidden: { update: 'updateDenied', delete: 'readDenied' } };
