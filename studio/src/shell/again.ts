import type { Component } from 'vue';
import { loadAccessTexts } from '../i18n/access-texts.ts';
import SignInAgain from './sign-in-again.vue';

/** Loads the dialog for signing in again, with its texts. */
export async function loadSignInAgain(): Promise<Component> {
  await loadAccessTexts();
  return SignInAgain;
}
