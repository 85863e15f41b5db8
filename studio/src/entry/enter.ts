import type { Router } from 'vue-router';
import type { Entry } from './entry.ts';
import { rememberAddress } from './remembered.ts';

/**
 * Signs in with a password that was just set. Where that takes more than the password, the sign-in page goes on.
 */
export async function enter(entry: Entry, router: Router, email: string, password: string): Promise<void> {
  try {
    await entry.client.auth.login({ email, password, mode: 'cookie' });
    rememberAddress(entry.key, email);
    await router.replace(entry.next);
  } catch {
    await router.replace({ name: 'sign-in', params: { project: entry.key }, query: { email, done: 'password' } });
  }
}
