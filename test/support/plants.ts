import { id, owner, status, text, toMany, toOne } from './fields.ts';
import type { Payload, TestProject } from './project.ts';

/** The static token of the member. */
export const MEMBER = 'the-token-of-a-member';

/**
 * Makes plants in beds, with leaves and tags, and a member who may do with their own items what administrators may.
 * Returns the role.
 */
export async function addPlants(project: TestProject): Promise<number> {
  const make = (collection: string, ...fields: readonly Payload[]): Promise<unknown> =>
    project.write('POST', '/collections', { collection, fields: [id, ...fields] });
  const code = text('code', { unique: true });
  await make('plants', status, owner, text('name'), code, toOne('bed'), toMany('leaves'), toMany('tags'));
  await make('beds', text('name'));
  await make('leaves', text('name'), toOne('plant'));
  await make('plants_tags', toOne('plant'), toOne('tag'));
  await make('tags', text('name'));
  await relate(project, 'plants.bed', 'beds', null);
  await relate(project, 'leaves.plant', 'plants', 'leaves');
  await relate(project, 'plants_tags.plant', 'plants', 'tags', 'tag');
  await relate(project, 'plants_tags.tag', 'tags', null, 'plant');
  const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Member' });
  for (const collection of ['plants', 'beds', 'leaves', 'plants_tags', 'tags']) {
    const level = collection === 'plants' ? 'mine' : 'full';
    const permission = { collection, role: role.id, create: 'full', read: 'full', update: level, delete: level };
    await project.write('POST', '/permissions', permission);
  }
  const user = { first_name: 'm', last_name: 'm', email: 'member@example.com', password: 'Some-Secret-1' };
  await project.write('POST', '/users', { ...user, role: role.id, status: 'active', token: MEMBER });
  return role.id;
}

async function relate(
  project: TestProject,
  many: string,
  collection_one: string,
  field_one: string | null,
  junction_field?: string,
): Promise<void> {
  const [collection_many, field_many] = many.split('.');
  await project.write('POST', '/relations', { collection_many, field_many, collection_one, field_one, junction_field });
}
