import { ApiError } from '../../errors/api-error.ts';
import type { TableStep } from '../../schema/table-step.ts';
import { makeStep, type StepTarget } from './roll.ts';

/**
 * Applies a step. Error 12 if a view cannot be read afterwards, on an engine that does not refuse this itself.
 * (Contract, S-6.)
 */
export async function makeStepKeepingViews(on: StepTarget, step: TableStep): Promise<void> {
  const before = step.kind === 'alter' ? await on.dialect.unreadableViews?.(on.connection) : undefined;
  await makeStep(on, step);
  const after = before && (await on.dialect.unreadableViews?.(on.connection));
  const broken = Array.from(after ?? []).filter(([name]) => !before?.has(name));
  if (broken.length > 0)
    throw new ApiError('tableDependedOn', {
      dependents: broken.map(([name, why]) => `view ${name}: ${why}`).join('; '),
    });
}
