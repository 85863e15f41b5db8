import { buildSchema, type ExecutionResult, getIntrospectionQuery, parse } from 'graphql';
import { expect, it } from 'vitest';
import { executeUnlessTooLarge, paceIntrospection } from '../../../src/graphql/introspection.ts';

paceIntrospection();

const TYPES = Array.from({ length: 300 }, (_, n) => n);
const fields = TYPES.map((n) => `field${n}: Type${n}`).join('\n');
const schema = buildSchema(`
  type Query { ${fields} }
  ${TYPES.map((n) => `type Type${n} { a(one: Int, two: Int): Int, b: [Type0!]! }`).join('\n')}
`);

async function ask(query: string): Promise<ExecutionResult> {
  return executeUnlessTooLarge({ schema, document: parse(query), contextValue: {} });
}

/** How often other work gets a turn in the meantime. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((next) => setImmediate(next));
    turns++;
  }
  await done;
  return turns;
}

const everyField = Array.from({ length: 4 }, (_, n) => `f${n}: fields { name args { name type { name } } }`);

const names = Array.from({ length: 20 }, (_, n) => `f${n}: Int`).join(' ');

const aliases = Array.from({ length: 200 }, (_, n) => `a${n}: name`).join(' ');

it('returns what the schema has, in order', async () => {
  const { data, errors } = await ask('{ __type(name: "Query") { fields { name args { name } type { name } } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    __type: { fields: TYPES.map((n) => ({ name: `field${n}`, args: [], type: { name: `Type${n}` } })) },
  });
});

it('answers a short query at once', async () => {
  expect(await turnsDuring(ask('{ __schema { queryType { name } } }'))).toBeLessThan(3);
});

it('yields to the event loop in between', async () => {
  expect(await turnsDuring(ask(`{ __schema { types { ${everyField.join(' ')} } } }`))).toBeGreaterThan(5);
});

it('refuses answers with too much of the schema', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `g${n}: fields { type { fields { ${aliases} } } }`);
  await expect(ask(`{ __type(name: "Query") { ${many.join(' ')} } }`)).rejects.toThrow(
    'The query asks for more than 50000 values about the schema',
  );
});

it.each([10, 300])('describes everything once for tools, but not many times: %i types', async (count) => {
  const large = buildSchema(`
    type Query { ${Array.from({ length: count }, (_, n) => `field${n}(filter: Filter${n}): [Type${n}!]`).join('\n')} }
    ${Array.from({ length: count }, (_, n) => `type Type${n} { ${names} } input Filter${n} { ${names} }`).join('\n')}
  `);
  const everything = async (query: string) =>
    executeUnlessTooLarge({ schema: large, document: parse(query), contextValue: {} });
  expect(await everything(getIntrospectionQuery({ inputValueDeprecation: true }))).not.toHaveProperty('errors');
  const again = Array.from({ length: 50 }, (_, n) => `a${n}: types { name fields { name type { name } } }`);
  await expect(everything(`{ __schema { ${again.join(' ')} } }`)).rejects.toThrow('values about the schema');
});
