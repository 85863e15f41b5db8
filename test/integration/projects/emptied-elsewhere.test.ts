import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../../src/projects/delete.ts';
import { noteFields } from '../../support/fields.ts';
import { HandWorked } from '../../support/hand-worked.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

/** What a server is asked that has not yet noticed that another one is removing the project. */
const REQUESTS = {
  'a list': ['GET', '/items/notes'],
  'a list of users': ['GET', '/users'],
  'a new item': ['POST', '/items/notes', { title: 'two' }],
  'a new field': ['POST', '/fields/notes', noteFields[1] && { ...noteFields[1], field: 'more' }],
  'a query': ['POST', '/gql', { query: '{ notes { data { id } } }' }],
  'a list of SCIM': ['GET', '/scim/v2/Users'],
  'the jobs': ['GET', '/jobs'],
  'the project itself': ['GET', '/'],
} as const;

onEveryEngine('a project whose database another server has just emptied', ({ project, prepare }) => {
  prepare(() => ({ each: true }));
  let other: HandWorked;
  beforeEach(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: noteFields });
    await project.write('POST', '/items/notes', { title: 'one' });
    other = await HandWorked.open(project);
  });
  afterEach(() => other.close());

  it.each(Object.entries(REQUESTS))('answers 503 to %s', async (_name, [method, path, body]) => {
    await project.ask(method, path, body);
    await emptyDatabase(other.project.database, other.project.dialect);
    expect((await project.ask(method, path, body)).status).toBe(503);
  });

  it('answers 503 to a token that it does not know yet', async () => {
    await emptyDatabase(other.project.database, other.project.dialect);
    expect((await project.ask('GET', '/items/notes', undefined, 'another-static-token')).status).toBe(503);
  });
});
