import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { deleteRows } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { unknownName } from '../../query/plan/write/warnings.ts';
import type { WriteRules } from './rules.ts';

/**
 * The rules of list presets, each for a collection and for a user, a role or everyone. Only administrators delete the
 * preset of a role. (Contract, O-53.)
 */
export const presetsRules: WriteRules = {
  references: { user: 'directus_users', role: 'directus_roles' },
  warnings: ({ store }, { collection }) =>
    unknownName('collection', 'collection', collection, store.catalog.schema.collections.keys()),
  async beforeChange(tx, key, payload) {
    if (payload !== null || isAdmin(tx.context.caller)) return;
    const preset = await readWhole(tx, presentCollection(tx.context, 'directus_collection_presets'), key);
    if (preset && preset.role !== null) throw new ApiError('presetProtected');
  },
};

/**
 * Deletes the presets that name a new user or role by its id. They were made for an earlier one, which a later one must
 * not inherit from.
 */
export async function forgetPresets(tx: Transaction, of: 'user' | 'role', key: string): Promise<void> {
  await deleteRows(tx, 'directus_collection_presets', new Map([[of, Number(key)]]), 'integer');
}
