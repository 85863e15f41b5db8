import { storedKeys } from '../../persistence/read/stored-keys.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Reference } from '../../query/plan/write/plan.ts';
import { refuseWarnings, type Warning } from '../../query/plan/write/warnings.ts';

const SHOWN = 60;

/** Refuses references to items that do not exist, with one statement per collection. Error 4. */
export async function refuseMissing(tx: Transaction, references: readonly Reference[]): Promise<void> {
  const warnings: Warning[] = [];
  for (const target of new Set(references.map(({ collection }) => collection))) {
    const named = references.filter(({ collection }) => collection === target);
    const stored = await storedKeys(tx, target, new Set(named.map(({ key }) => key)));
    for (const { field, key } of named)
      if (!stored.has(key))
        warnings.push({ at: field, reason: `There is no item "${key.slice(0, SHOWN)}" in "${target.name}".` });
  }
  refuseWarnings(warnings);
}
