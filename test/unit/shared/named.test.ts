import { describe, expect, it } from 'vitest';
import { compilePolicy } from '../../../src/permissions/policy.ts';
import { datatypeOf } from '../../../src/schema/datatypes.ts';
import { isMasked } from '../../../src/schema/system/masked.ts';
import { withoutEntities } from '../../../src/shared/entities.ts';
import { endingOfType } from '../../../src/shared/media-types.ts';
import { named } from '../../../src/shared/named.ts';
import { formatOfName } from '../../../src/storage/images/variant.ts';

const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

describe('names that every object in JavaScript has', () => {
  it.each(INHERITED)('%s is in no table that does not have it', (name) => {
    expect(named({ a: 1 })[name]).toBeUndefined();
    expect(name in named({})).toBe(false);
    expect(named({ [`${name}!`]: 2 })[`${name}!`]).toBe(2);
  });

  it.each(INHERITED)('%s is a collection like any other', (name) => {
    const policy = compilePolicy(3, []).collection(name);
    expect([policy.allows('read'), policy.reserves('name'), policy.readable('name')]).toEqual([
      false,
      false,
      { kind: 'always' },
    ]);
    expect(isMasked(name, 'name')).toBe(false);
  });

  it.each(INHERITED)('%s is not a datatype, an image, an entity or a media type', (name) => {
    expect(datatypeOf(name)).toBe(datatypeOf('a datatype that nobody knows'));
    expect(formatOfName(`a.${name}`)).toBeUndefined();
    expect(withoutEntities(`&${name};`)).toBe(`&${name};`);
    expect(endingOfType(name)).toBeNull();
  });
});
