import type { GraphQLSchema } from 'graphql';
import { expect, it } from 'vitest';
import { graphModel } from '../../../src/graphql/model.ts';
import { buildGraphSchema } from '../../../src/graphql/schema.ts';
import { library } from '../../golden/library.ts';
import { person } from '../../golden/people.ts';

const none = async (): Promise<null> => null;
const writes = { create: none, update: none, delete: none };

it('is built in steps, so that hundreds of collections do not block other requests', () => {
  const model = graphModel(library, person('admin').policy);
  const steps = buildGraphSchema(model, { read: none, groups: none }, writes);
  let count = 0;
  let made: GraphQLSchema | undefined;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      made = step.value;
      break;
    }
    count++;
  }
  expect(count).toBeGreaterThan(3 * model.length);
  expect(made?.getQueryType()).toBeDefined();
});
