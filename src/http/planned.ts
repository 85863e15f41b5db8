import { unprocessable } from '../errors/unprocessable.ts';
import { Draft, Drafted } from '../persistence/schema-change/draft.ts';
import { planOfDraft } from '../services/schema-plan/plan.ts';
import { data } from '../wire/wire.ts';
import type { Exchange } from './exchange.ts';
import { type Route, show } from './route.ts';
import { planFlag, schemaPlan } from './wire/schema-plan.ts';

/**
 * Makes the route of a schema change return a plan instead of carrying it out, if the parameter `plan` is set.
 * (Contract, S-170.)
 */
export function planned(route: Route): Route {
  const { wire, handle } = route;
  const [first, ...more] = wire.answers;
  return {
    ...route,
    wire: { ...wire, query: { ...wire.query, plan: planFlag }, answers: [first, ...more, data(schemaPlan)] },
    handle: (exchange) => (asksForPlan(exchange) ? answerPlan(exchange, handle) : handle(exchange)),
  };
}

const ASKING: ReadonlySet<string> = new Set(['', '1', 'true']);
const NOT_ASKING: ReadonlySet<string> = new Set(['0', 'false']);

/** Throws error 12 for any other value: a caller who asks for a plan must never get the change. */
function asksForPlan(exchange: Exchange): boolean {
  const { plan } = exchange.parameters;
  if (plan === undefined) return false;
  const word = typeof plan === 'string' ? plan.toLowerCase() : 'list';
  if (!ASKING.has(word) && !NOT_ASKING.has(word))
    throw unprocessable('Write plan=1 for the plan of a change, or leave it out for the change');
  return ASKING.has(word);
}

async function answerPlan(exchange: Exchange, handle: Route['handle']): ReturnType<typeof finish> {
  const draft = new Draft();
  exchange.draft = draft;
  try {
    await handle(exchange);
  } catch (error) {
    if (!(error instanceof Drafted)) throw error;
  }
  return finish(exchange, draft);
}

const finish = async (exchange: Exchange, draft: Draft) => show(await planOfDraft(exchange.context(), draft));
