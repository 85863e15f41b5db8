import type { Policy } from '../../permissions/policy.ts';
import type { Collections } from '../../schema/schema.ts';

/** What a plan depends on besides the query. The same context and shape always give the same plan. */
export interface PlanContext {
  readonly schema: Collections;
  readonly policy: Pick<Policy, 'admin' | 'collection'>;
}
