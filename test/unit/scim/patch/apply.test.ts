import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/errors/api-error.ts';
import { applyPatch } from '../../../../src/scim/patch/apply.ts';
import { operationsOf } from '../../../../src/scim/patch/operation.ts';
import { GROUP } from '../../../../src/scim/schema/group.ts';
import { USER } from '../../../../src/scim/schema/user.ts';
import { inTurns } from '../../../../src/shared/in-turns.ts';
import { seedOr, thoroughly } from '../../../support/battery.ts';
import { longestPause } from '../../../support/longest-pause.ts';
import { resultOf } from '../../../support/result-of.ts';
import { ENTERPRISE, type Json, ModelFailure, type ModelOperation, modelPatch } from '../../../support/scim-model.ts';

const CASES = thoroughly(5000);
const TYPES: Readonly<Record<string, string>> = {
  scimInvalidPath: 'invalidPath',
  scimInvalidValue: 'invalidValue',
  scimNoTarget: 'noTarget',
  scimMutability: 'mutability',
};

const word = fc.constantFrom('a', 'b', 'ann@example.com', 'ben@example.com');
const type = fc.constantFrom('work', 'home', 'other');
const email = fc.record({ value: word, type, display: word, primary: fc.boolean() }, { requiredKeys: [] });
const held = email.filter((entry) => Object.keys(entry).length > 0);

/** A resource as it is stored: nothing blank, and at most one primary entry. */
const resource = fc
  .record(
    {
      userName: word,
      title: word,
      active: fc.boolean(),
      name: fc.record({ familyName: word, givenName: word }),
      emails: fc.uniqueArray(held, {
        minLength: 1,
        maxLength: 3,
        selector: (entry) => JSON.stringify(Object.entries(entry).sort()),
      }),
      [ENTERPRISE]: fc.oneof(
        fc.record({ department: word }),
        fc.record({ department: word, manager: fc.record({ value: word }) }),
      ),
    },
    { requiredKeys: ['userName'] },
  )
  .map((sample) => (sample.emails ? { ...sample, emails: onePrimary(sample.emails) } : sample));

function onePrimary<T extends { primary?: boolean }>(entries: readonly T[]): T[] {
  const first = entries.findIndex(({ primary }) => primary === true);
  return entries.map((entry, index) =>
    entry.primary === true && index !== first ? { ...entry, primary: false } : entry,
  );
}

const blank = fc.constantFrom<Json>(null, '');
const flag = fc.constantFrom<Json>(true, false, 'True', 'False', 'maybe');
const sentEmail = fc.oneof(
  email as fc.Arbitrary<Json>,
  word,
  fc.record({ Value: word, TYPE: type, junk: word, primary: flag }),
);
const value = fc.oneof(
  word,
  blank,
  flag,
  sentEmail,
  fc.array(sentEmail, { maxLength: 3 }),
  fc.record({ givenName: fc.oneof(word, blank), FAMILYNAME: word }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
);
const path = fc.constantFrom(
  'userName',
  'USERNAME',
  'title',
  'active',
  'name',
  'name.givenName',
  'Name.FamilyName',
  'name.nonsense',
  'emails',
  'emails.value',
  'emails.primary',
  'emails[type eq "work"]',
  'emails[type eq "home"].value',
  'emails[type eq "work"].primary',
  'title[type eq "work"]',
  'groups',
  'nonsense',
  '__proto__',
  'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName',
  ENTERPRISE,
  `${ENTERPRISE}:department`,
  `${ENTERPRISE}:Manager`,
  `${ENTERPRISE}:manager.value`,
  `${ENTERPRISE}:manager.displayName`,
  'department',
);
const members = fc.dictionary(
  path.filter((name) => name !== '__proto__'),
  value,
  { maxKeys: 3 },
);
const op = fc.constantFrom('add', 'replace', 'remove', 'Add', 'Replace', 'REMOVE');
const text = fc.oneof(word, blank);
const names = fc.record({ givenName: text, FAMILYNAME: word }, { requiredKeys: [] }) as fc.Arbitrary<Json>;
const emails = fc.oneof(email as fc.Arbitrary<Json>, fc.array(email as fc.Arbitrary<Json>, { maxLength: 3 }));

/** Operations whose values suit their paths. */
function fitting(paths: readonly string[], values: fc.Arbitrary<Json>): fc.Arbitrary<ModelOperation> {
  return fc.record({ op, path: fc.constantFrom(...paths), value: values });
}

const operation: fc.Arbitrary<ModelOperation> = fc.oneof(
  { weight: 6, arbitrary: fitting(['title', 'name.givenName', `${ENTERPRISE}:department`, 'department'], text) },
  { weight: 4, arbitrary: fitting(['name', 'urn:ietf:params:scim:schemas:core:2.0:User:Name'], names) },
  { weight: 8, arbitrary: fitting(['emails', 'EMAILS', 'emails[type eq "work"]', 'emails[type eq "home"]'], emails) },
  {
    weight: 6,
    arbitrary: fitting(['emails.value', 'emails[type eq "work"].value', 'emails[type eq "other"].display'], text),
  },
  {
    weight: 4,
    arbitrary: fitting(
      ['emails.primary', 'emails[type eq "home"].primary', 'active'],
      fc.constantFrom(true, false, 'True'),
    ),
  },
  { weight: 3, arbitrary: fitting([`${ENTERPRISE}:manager`, `${ENTERPRISE}:manager.value`], text) },
  { weight: 4, arbitrary: fc.record({ op, path, value }) },
  { weight: 1, arbitrary: fc.record({ op, path }) },
  { weight: 1, arbitrary: fc.record({ op, value: fc.oneof(members as fc.Arbitrary<Json>, word) }) },
);

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) return `fails: ${TYPES[error.entry] ?? error.entry}`;
    if (error instanceof ModelFailure) return `fails: ${error.message}`;
    throw error;
  }
}

it(`changes a resource as RFC 7644 defines for a PatchOp, in ${CASES} cases`, () => {
  let changed = 0;
  const property = fc.property(resource, fc.array(operation, { minLength: 1, maxLength: 4 }), (before, operations) => {
    const untouched = structuredClone(before);
    const ours = outcome(() => resultOf(applyPatch(USER, before, operationsOf({ Operations: operations }) ?? [])));
    expect(ours).toEqual(outcome(() => modelPatch(before as Parameters<typeof modelPatch>[0], operations)));
    expect(before).toEqual(untouched);
    if (typeof ours !== 'string') changed++;
  });
  fc.assert(property, { numRuns: CASES, seed: seedOr(7644) });
  expect(changed).toBeGreaterThan(CASES / 4);
});

it('yields while a thousand members are added to thousands', async () => {
  const members = Array.from({ length: 8_000 }, (_, index) => ({ value: `u${index}`, display: `User ${index}` }));
  const added = Array.from({ length: 1_000 }, (_, index) => ({
    op: 'add',
    path: 'members',
    value: [{ value: `new${index}` }],
  }));
  const operations = operationsOf({ Operations: added }) ?? [];
  const pause = await longestPause(() => inTurns(applyPatch(GROUP, { displayName: 'All', members }, operations)));
  expect(pause).toBeLessThan(100);
});

it('yields while thousands of entries are removed from thousands of others', async () => {
  const emails = Array.from({ length: 12_000 }, (_, index) => ({ display: `a${index}` }));
  const removed = emails.map(({ display }) => ({ display: `not ${display}` }));
  const operations = operationsOf({ Operations: [{ op: 'remove', path: 'emails', value: removed }] }) ?? [];
  const pause = await longestPause(() => inTurns(applyPatch(USER, { userName: 'x', emails }, operations)));
  expect(pause).toBeLessThan(150);
});
