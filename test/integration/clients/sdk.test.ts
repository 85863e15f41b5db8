import { SDK } from '@directus/sdk-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_PASSWORD } from '../../support/project.ts';
import { type SdkMode, sdkInBrowser } from '../../support/sdk.ts';
import { drives, type World } from './sdk-methods.ts';

/** Ways to sign in. */
const MODES: readonly SdkMode[] = ['jwt', 'cookie'];

const methods = Object.getOwnPropertyNames(SDK.prototype).filter((name) => name !== 'constructor');

describe('the SDK of Directus 8', () => {
  it('works with every public method', () => {
    expect(Object.keys(drives).sort()).toEqual(methods.sort());
  });
});

for (const mode of MODES) {
  onEveryEngine(`the SDK, signed in by ${mode},`, ({ server, project }) => {
    let world: World;
    beforeAll(() => {
      const { base } = server;
      const credentials = { email: 'admin@example.com', password: ADMIN_PASSWORD };
      const sdk = sdkInBrowser(base, project.key, mode);
      world = { sdk, mode, base, project: project.key, credentials, keys: {}, hash: '' };
    });
    for (const [name, drive] of Object.entries(drives)) it(name, () => drive(world));
  });
}
