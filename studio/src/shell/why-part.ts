import type { Component } from 'vue';
import { loadWhyTexts } from '../i18n/why-texts.ts';
import Why from './why.vue';

/** Loads the button that explains a refusal, with its texts. */
export async function loadWhy(): Promise<Component> {
  await loadWhyTexts();
  return Why;
}
