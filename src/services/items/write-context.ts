import type { Matched } from '../../patterns/pattern.ts';
import { planContext, type Scope } from '../../persistence/context.ts';
import type { WriteContext } from '../../query/plan/write/context.ts';
import type { How } from '../../query/plan/write/plan.ts';
import { isStrict } from '../strict/settle.ts';
import { rulesOf } from '../system/all.ts';
import { isAwaited } from '../webhooks/announce.ts';

/** What plans of writes depend on, for the caller of a scope. */
export function writeContext(scope: Scope, matched: Matched, how: How = {}): WriteContext {
  const { store, caller, now, write } = scope;
  return {
    ...planContext(scope),
    caller,
    now,
    comment: write.comment,
    strict: isStrict(scope),
    recorded: isRecorded(scope, how),
    hooked: store.extensions !== null,
    matched,
    rulesOf,
    isAwaited: (action, collection) => isAwaited(store, action, collection),
  };
}

/** Whether a write is recorded: as its request says, or as it came about within another. */
export function isRecorded({ write: { skipActivity } }: Scope, { records }: How): boolean {
  if (records === 'never' || skipActivity === 'always') return false;
  return skipActivity === false || records === 'always';
}
