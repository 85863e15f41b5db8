import { expect, it } from 'vitest';
import { BoundedMemory, type Held } from '../../../src/shared/bounded-memory.ts';

class Entry implements Held {
  usedAt = Number.NEGATIVE_INFINITY;
  isGone = false;
  readonly bytes: number;
  readonly #memory: BoundedMemory;

  constructor(memory: BoundedMemory, bytes: number) {
    this.#memory = memory;
    this.bytes = bytes;
    memory.add(this);
  }

  evict(): void {
    this.isGone = true;
    this.#memory.remove(this);
  }
}

it('evicts the least recently used entry, and never exceeds its capacity', () => {
  const memory = new BoundedMemory(1_000);
  const entries = Array.from({ length: 10 }, () => new Entry(memory, 100));
  const [first, second] = entries;
  if (first) memory.use(first, performance.now());
  entries.push(new Entry(memory, 100));
  expect([first?.isGone, second?.isGone, memory.bytes]).toEqual([false, true, 1_000]);
});

it('is off without a capacity', () => {
  expect([new BoundedMemory(0).isOff, new BoundedMemory(1).isOff]).toEqual([true, false]);
});
