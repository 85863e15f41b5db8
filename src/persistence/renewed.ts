import { isAdmin } from '../permissions/caller.ts';
import type { Context } from './context.ts';

/**
 * The context of a request after work that may have taken long: the sender's access may have ended or changed meanwhile.
 * Not for work on behalf of somebody else. Errors 108, 3, 116.
 */
export async function renewed(context: Context): Promise<Context> {
  const { presentCaller, write } = context;
  if (!presentCaller) return context;
  const caller = await presentCaller();
  return { ...context, caller, write: { ...write, skipActivity: write.skipActivity && isAdmin(caller) } };
}
