import type { Payload, TestProject } from '../support/project.ts';

/** Makes a collection `things`, whose items have a parent in the same collection, with some items. */
export async function addThings(project: TestProject, things: Payload, items: unknown): Promise<void> {
  await project.write('POST', '/collections', things);
  await project.write('POST', '/relations', {
    collection_many: 'things',
    field_many: 'parent',
    collection_one: 'things',
    field_one: 'children',
  });
  await project.write('POST', '/items/things', items);
}
