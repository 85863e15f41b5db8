import type { WriteRules } from './rules.ts';

/** Folders: one that may not be seen is denied, not missing. (Facts of files, section 9.) */
export const foldersRules: WriteRules = { hidden: { update: 'updateDenied', delete: 'readDenied' } };
