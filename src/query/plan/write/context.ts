import type { Matched } from '../../../patterns/pattern.ts';
import type { Caller } from '../../../permissions/caller.ts';
import type { PlanContext } from '../context.ts';
import type { RuleFacts } from './rules.ts';

/** What the plan of a write depends on besides the payload and the stored item. */
export interface WriteContext extends PlanContext {
  readonly caller: Caller;
  /** The time of the request. */
  readonly now: Date;
  /** The time zone of user collections: its name, or null for the server's. */
  readonly timeZone: string | null;
  /** The caller's comment on the change; null if there is none. */
  readonly comment: string | null;
  /** Whether probable mistakes are refused. */
  readonly strict: boolean;
  /** Whether changes are recorded as activity and revisions. */
  readonly recorded: boolean;
  /** Whether hooks are loaded; they may filter payloads and refuse writes. */
  readonly hooked: boolean;
  /** Results of pattern searches, which take time. */
  readonly matched: Matched;
  /** The rules of a collection, beyond those of every collection. */
  rulesOf(collection: string): RuleFacts;
  /** Whether a consumer must be notified of this action on a collection. */
  isAwaited(action: 'create' | 'update' | 'delete', collection: string): boolean;
}
