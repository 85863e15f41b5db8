import type { Router } from 'vue-router';
import type { Entry } from './entry.ts';
import { FACTOR_MISSING, hasCode } from './refusal.ts';
import { rememberAddress } from './remembered.ts';

interface Proof {
  readonly email: string;
  readonly password: string;
  readonly otp?: string;
}

/** Signs in and opens the requested page, or the setup of a required second factor. Throws the refusal. */
export async function enter(entry: Entry, router: Router, proof: Proof): Promise<void> {
  const isPending = await entry.client.auth.login({ ...proof, mode: 'cookie' }).then(() => false, pendingOrThrow);
  rememberAddress(entry.key, proof.email);
  const factor = { name: 'second-factor', params: { project: entry.key }, query: { next: entry.next } };
  await router.replace(isPending ? factor : entry.next);
}

/** The same with a password that was just set. If that is not enough, the sign-in page asks for the rest. */
export async function enterAnew(entry: Entry, router: Router, proof: Proof): Promise<void> {
  try {
    await enter(entry, router, proof);
  } catch {
    const query = { email: proof.email, done: 'password' };
    await router.replace({ name: 'sign-in', params: { project: entry.key }, query });
  }
}

function pendingOrThrow(error: unknown): true {
  if (hasCode(error, FACTOR_MISSING)) return true;
  throw error;
}
