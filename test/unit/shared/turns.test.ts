import { expect, it } from 'vitest';
import { type Party, Turns } from '../../../src/shared/turns.ts';

const always = (): boolean => true;

/** Serves the next party this many times, each time for a millisecond; returns which parties were served. */
function served(turns: Turns<Party & { readonly name: string }>, times: number, isReady = (_: Party) => true): string {
  let names = '';
  for (let done = 0; done < times; done++) {
    const party = turns.next(isReady);
    if (!party) break;
    turns.serve(party);
    party.used++;
    names += party.name;
  }
  return names;
}

const party = (name: string, used = 0) => ({ name, used });

it('serves waiting parties in turn', () => {
  const turns = new Turns<Party & { readonly name: string }>();
  for (const name of ['a', 'b']) turns.enter(party(name));
  expect(served(turns, 6)).toBe('ababab');
});

it('alternates between parties that share their use', () => {
  const turns = new Turns<Party & { readonly name: string }>();
  const account = { used: 0 };
  const sharing = (name: string) => ({
    name,
    get used() {
      return account.used;
    },
    set used(used: number) {
      account.used = used;
    },
  });
  for (const name of ['a', 'b']) turns.enter(sharing(name));
  expect(served(turns, 6)).toBe('ababab');
});

it('gives nobody credit for the time in which it was not ready', () => {
  const turns = new Turns<Party & { readonly name: string }>();
  const [a, b] = [party('a'), party('b')];
  for (const each of [a, b]) turns.enter(each);
  expect(served(turns, 50, (each) => each === a)).toBe('a'.repeat(50));
  expect(served(turns, 6)).toBe('bababa');
});

it('gives nobody credit for others that were served without waiting', () => {
  const turns = new Turns<Party & { readonly name: string }>();
  const [a, b] = [party('a'), party('b')];
  for (let done = 0; done < 50; done++) {
    turns.serve(a);
    a.used++;
  }
  for (const each of [a, b]) turns.enter(each);
  expect(served(turns, 6)).toBe('bababa');
});

it('does not change whose turn it is by being asked', () => {
  const turns = new Turns<Party & { readonly name: string }>();
  for (const name of ['a', 'b']) turns.enter(party(name));
  expect([turns.next(always), turns.next(always)]).toMatchObject([{ name: 'a' }, { name: 'a' }]);
});
