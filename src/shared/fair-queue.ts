import { type Party, Turns } from './turns.ts';

/** A party of a queue: what it waits for, in order, and how much of it runs. */
interface Member<T> extends Party {
  readonly name: string;
  readonly items: T[];
  running: number;
}

/** How many parties are kept before the idle ones among them are forgotten. */
const KEPT = 64;

/** A queue whose parties take {@link Turns}. It counts what runs of each. */
export class FairQueue<T> {
  /**
   * Idle ones are deleted many at a time. Adding and deleting one with each request would have the map replace its table again
   * and again; dead tables refer to newer ones, so every scavenge would copy whatever has been in them.
   */
  readonly #members = new Map<string, Member<T>>();
  readonly #turns = new Turns<Member<T>>();
  #length = 0;
  #most = KEPT;

  /** How many items wait. */
  get length(): number {
    return this.#length;
  }

  /** How many items of a party wait. */
  waitingOf(party: string): number {
    return this.#members.get(party)?.items.length ?? 0;
  }

  /** How many items of a party run. */
  runningOf(party: string): number {
    return this.#members.get(party)?.running ?? 0;
  }

  /** The party of which most items wait, and how many. */
  get longest(): { readonly party: string; readonly length: number } {
    let longest = { party: '', length: 0 };
    for (const { name, items } of this.#members.values())
      if (items.length > longest.length) longest = { party: name, length: items.length };
    return longest;
  }

  /** Whether an item waits whose party runs fewer than `each`. */
  isReady(each: number): boolean {
    return this.#turns.next(({ running }) => running < each) !== undefined;
  }

  push(party: string, item: T): void {
    const member = this.#memberOf(party);
    member.items.push(item);
    this.#length++;
    this.#turns.enter(member);
  }

  /** Counts something as running that did not wait. */
  begin(party: string): void {
    this.#memberOf(party).running++;
  }

  /** The item whose turn it is, of a party that runs fewer than `each`; it runs from now on. */
  shift(each: number): T | undefined {
    const member = this.#turns.next(({ running }) => running < each);
    if (!member) return undefined;
    this.#turns.serve(member);
    member.running++;
    return this.#take(member, 0);
  }

  /** The item of a party that came last; it waits no longer. */
  pop(party: string): T | undefined {
    const item = this.#members.get(party)?.items.at(-1);
    if (item !== undefined) this.remove(party, item);
    return item;
  }

  /** What runs of a party has used so much. An idle party is not charged. */
  charge(party: string, used: number): void {
    const member = this.#members.get(party);
    if (member && !isIdle(member)) member.used += used;
  }

  /** Something has run, and has used so much. */
  end(party: string, used: number): void {
    const member = this.#memberOf(party);
    member.running--;
    member.used += used;
    restIfIdle(member);
  }

  /** Removes an item that waits no longer; false if it does not wait. */
  remove(party: string, item: T): boolean {
    const member = this.#members.get(party);
    const at = member?.items.indexOf(item) ?? -1;
    if (!member || at < 0) return false;
    this.#take(member, at);
    restIfIdle(member);
    return true;
  }

  #take(member: Member<T>, at: number): T | undefined {
    const [item] = member.items.splice(at, 1);
    this.#length--;
    if (member.items.length === 0) this.#turns.leave(member);
    return item;
  }

  #memberOf(name: string): Member<T> {
    const known = this.#members.get(name);
    if (known) return known;
    if (this.#members.size >= this.#most) this.#forgetIdle();
    const member: Member<T> = { name, items: [], running: 0, used: 0 };
    this.#members.set(name, member);
    return member;
  }

  #forgetIdle(): void {
    for (const member of this.#members.values()) if (isIdle(member)) this.#members.delete(member.name);
    this.#most = Math.max(KEPT, 2 * this.#members.size);
  }
}

const isIdle = ({ running, items }: Member<unknown>): boolean => running === 0 && items.length === 0;

/** Whoever has nothing to do any more begins anew the next time. */
function restIfIdle(member: Member<unknown>): void {
  if (isIdle(member)) member.used = 0;
}
