import { type Party, Turns } from './turns.ts';

/** A party of a queue: its waiting items, in order, and its number of running items. */
interface Member<T> extends Party {
  readonly name: string;
  readonly items: T[];
  running: number;
}

/** Decides whether a party may have more items running than it has. */
type MayRun = (party: string, running: number) => boolean;

/** How many parties are kept before idle ones are removed. */
const KEPT = 64;

/** A queue whose parties are scheduled by {@link Turns}. It counts the running items of each party. */
export class FairQueue<T> {
  /**
   * Idle parties are removed many at a time. Adding and removing one with each request would make the map replace its
   * table again and again. Dead tables refer to newer ones, so every scavenge would copy everything that was ever in
   * them.
   */
  readonly #members = new Map<string, Member<T>>();
  readonly #turns = new Turns<Member<T>>();
  #length = 0;
  #most = KEPT;

  /** The number of waiting items. */
  get length(): number {
    return this.#length;
  }

  /** The number of a party's waiting items. */
  waitingOf(party: string): number {
    return this.#members.get(party)?.items.length ?? 0;
  }

  /** The number of a party's running items. */
  runningOf(party: string): number {
    return this.#members.get(party)?.running ?? 0;
  }

  /** The party with the most waiting items, and their number. */
  get longest(): { readonly party: string; readonly length: number } {
    let longest = { party: '', length: 0 };
    for (const { name, items } of this.#members.values())
      if (items.length > longest.length) longest = { party: name, length: items.length };
    return longest;
  }

  /** Whether an item is waiting whose party may run another one. */
  isReady(mayRun: MayRun): boolean {
    return this.#turns.next(({ name, running }) => mayRun(name, running)) !== undefined;
  }

  push(party: string, item: T): void {
    const member = this.#memberOf(party);
    member.items.push(item);
    this.#length++;
    this.#turns.enter(member);
  }

  /** Counts an item as running that did not have to wait. */
  begin(party: string): void {
    this.#memberOf(party).running++;
  }

  /**
   * Removes and returns the next item of a party that may run another one; it counts as running from now on.
   */
  shift(mayRun: MayRun): T | undefined {
    const member = this.#turns.next(({ name, running }) => mayRun(name, running));
    if (!member) return undefined;
    this.#turns.serve(member);
    member.running++;
    return this.#take(member, 0);
  }

  /** Removes and returns the last item of a party. */
  pop(party: string): T | undefined {
    const item = this.#members.get(party)?.items.at(-1);
    if (item !== undefined) this.remove(party, item);
    return item;
  }

  /** Charges a party for what its running items have used. Idle parties are not charged. */
  charge(party: string, used: number): void {
    const member = this.#members.get(party);
    if (member && !isIdle(member)) member.used += used;
  }

  /** Counts an item as ended, and charges its party. */
  end(party: string, used: number): void {
    const member = this.#memberOf(party);
    member.running--;
    member.used += used;
    restIfIdle(member);
  }

  /** Removes a waiting item; false if it is not waiting. */
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

/** A party that becomes idle starts at zero the next time. */
function restIfIdle(member: Member<unknown>): void {
  if (isIdle(member)) member.used = 0;
}
