import { beforeAll, expect, it } from 'vitest';
import { fleetOf } from '../support/fleet.ts';
import { addNotes, onEveryEngine } from '../support/on-every-engine.ts';

/** More than are read at once. */
const ROWS = 4_100;
const PUBLIC_ROLE = 2;
const TIMEOUT_MS = 60_000;

onEveryEngine('a project with thousands of permissions', ({ server, project }) => {
  const fleet = fleetOf(server);
  const anonymous = async (): Promise<number> => (await project.ask('GET', '/items/notes', undefined, null)).status;
  beforeAll(async () => {
    await addNotes(project);
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'others' });
    const others = Array.from({ length: ROWS }, (_, index) => ({ collection: 'notes', role, status: `s${index}` }));
    await project.write('POST', '/permissions', others);
    // A project that is opened again does not know that the table was small.
    await fleet.ask('POST', `/fleet/${project.key}/suspension`, {});
    await fleet.ask('DELETE', `/fleet/${project.key}/suspension`);
  }, TIMEOUT_MS);

  it('grants what the last of them says, and no longer once it is deleted', async () => {
    expect(await anonymous()).toBe(401);
    const last = { collection: 'notes', role: PUBLIC_ROLE, read: 'full' };
    const { id } = await project.write<{ id: number }>('POST', '/permissions', last);
    expect(await anonymous()).toBe(200);
    await project.write('DELETE', `/permissions/${id}`);
    expect(await anonymous()).toBe(401);
  });
});
