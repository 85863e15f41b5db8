import { VueQueryPlugin } from '@tanstack/vue-query';
import { expect, it, onTestFinished } from 'vitest';
import { createApp, effectScope, shallowRef } from 'vue';
import { deferred } from '../../test/support/deferred.ts';
import { type Project, projectKey, reopenKey } from '../src/api/project.ts';
import type { Section } from '../src/settings/catalogue.ts';
import { useSettings } from '../src/settings/use-settings.ts';
import { toasts } from '../src/ui/toasts.ts';

const ROWS = [
  { id: 1, key: 'default_limit', value: 200 },
  { id: 2, key: 'octavo_max_limit', value: 500 },
];

/** The settings of a project whose server takes a change when it is told to. */
function settingsOf(key: string) {
  const section = shallowRef<Section>('limits');
  const change = deferred();
  const request = async (method: string): Promise<unknown> => {
    if (method !== 'GET') await change.promise;
    return ROWS;
  };
  const app = createApp({});
  app.use(VueQueryPlugin, { queryClientConfig: { defaultOptions: { queries: { staleTime: 0 } } } });
  app.provide(projectKey, shallowRef({ key, me: { id: 1 }, client: { request } } as unknown as Project));
  app.provide(reopenKey, async () => undefined);
  const scope = effectScope();
  onTestFinished(() => {
    scope.stop();
    toasts.splice(0);
  });
  const settings = app.runWithContext(() => scope.run(() => useSettings(() => section.value)));
  if (!settings) throw new Error('the scope has ended');
  return { section, change, settings };
}

it('what is typed while a section is saved stays, in it and in another', async () => {
  const { section, change, settings } = settingsOf('demo');
  await expect.poll(() => settings.isRead.value).toBe(true);
  Object.assign(settings.draft, { default_limit: '20', octavo_max_limit: '50' });
  const saved = settings.save();
  Object.assign(settings.draft, { octavo_max_limit: '60', project_name: 'The Harbour Review' });
  section.value = 'general';
  change.resolve();
  await saved;
  expect(settings.failure.value).toBeNull();
  expect(settings.draft).toEqual({ octavo_max_limit: '60', project_name: 'The Harbour Review' });
});
