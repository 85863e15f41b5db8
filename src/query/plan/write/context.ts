import type { Matched } from '../../../patterns/pattern.ts';
import type { Caller } from '../../../permissions/caller.ts';
import type { PlanContext } from '../context.ts';
import type { RuleFacts } from './rules.ts';

/** What a plan of a write depends on besides the payload and the stored item. */
export interface WriteContext extends PlanContext {
  readonly caller: Caller;
  /** The moment of the request. */
  readonly now: Date;
  /** The caller's words on the change; null where there are none. */
  readonly comment: string | null;
  /** Whether what cannot be meant is refused. */
  readonly strict: boolean;
  /** Whether changes are recorded. */
  readonly recorded: boolean;
  /** Whether hooks are loaded: they may filter payloads, and refuse writes. */
  readonly hooked: boolean;
  /** Answers to questions of patterns that take time. */
  readonly matched: Matched;
  /** What a collection asks of writes beyond what every collection does. */
  rulesOf(collection: string): RuleFacts;
  /** Whether a consumer waits for changes of a collection. */
  isAwaited(action: 'create' | 'update' | 'delete', collection: string): boolean;
}
