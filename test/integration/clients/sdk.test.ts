import { SDK } from '@directus/sdk-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestProject, type TestProject } from '../../support/project.ts';
import { type Running, startServer } from '../../support/running.ts';
import { type SdkMode, sdkInBrowser } from '../../support/sdk.ts';
import { drives, type World } from './sdk-methods.ts';

/** How callers sign in. */
const MODES: readonly SdkMode[] = ['jwt', 'cookie'];

const methods = Object.getOwnPropertyNames(SDK.prototype).filter((name) => name !== 'constructor');

describe('the SDK of Directus 8', () => {
  it('is driven by every public method', () => {
    expect(Object.keys(drives).sort()).toEqual(methods.sort());
  });
});

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  describe.skipIf(!inject('engines')[engine]).each(MODES)(`the SDK on ${engine}, signed in by %s`, (mode) => {
    let server: Running;
    let project: TestProject;
    let world: World;
    beforeAll(async () => {
      server = await startServer();
      project = await createTestProject(server, inject('engines')[engine] ?? {});
      const { base } = server;
      const credentials = { email: 'admin@example.com', password: 'Admin-Secret-1' };
      const sdk = sdkInBrowser(base, project.key, mode);
      world = { sdk, mode, base, project: project.key, credentials, keys: {}, hash: '' };
    });
    afterAll(async () => {
      await project?.remove();
      await server?.stop();
    });
    for (const [name, drive] of Object.entries(drives)) it(name, () => drive(world));
  });
}
