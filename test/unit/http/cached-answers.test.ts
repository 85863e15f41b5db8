import { describe, expect, it } from 'vitest';
import { cacheAnswer, currentAnswer, inFlight } from '../../../src/http/cached-answers.ts';
import type { ReadRequest } from '../../../src/http/read-request.ts';
import { TableVersions } from '../../../src/persistence/table-versions.ts';
import { AnswerCache } from '../../../src/projects/answer-cache.ts';
import type { TaggedAnswer } from '../../../src/projects/tagged-answer.ts';
import { BoundedMemory } from '../../../src/shared/bounded-memory.ts';

/** A project with one table, whose reads take until they are told to go on. */
class Scene {
  readonly versions = new TableVersions();
  readonly catalog = { settings: { cachesAnswers: true }, timed: false, policy: () => ({ timed: this.catalog.timed }) };
  readonly waiting: (() => void)[] = [];
  value = 0;
  reads = 0;
  fails = false;
  readonly #answers: AnswerCache;

  constructor() {
    const subject = {
      catalog: this.catalog,
      database: { term: () => 1 },
      dialect: { writesSpread: async () => false },
    };
    this.#answers = new AnswerCache(subject as never, this.versions, new BoundedMemory(1_000_000));
  }

  write(): void {
    const done = this.versions.committing(new Set(['notes']));
    this.value++;
    done();
  }

  /** The body of a request for the only list there is. */
  async get(): Promise<string> {
    const read = { project: { answers: this.#answers }, caller: { kind: 'public' }, baseUrl: '', url: '/notes' };
    const request = { ...read, recording: null, query: () => ({ values: [] }) } as unknown as ReadRequest;
    const known = await currentAnswer(request);
    return String((known ?? (await inFlight(request, () => this.#read(request)))).body);
  }

  async #read(request: ReadRequest): Promise<TaggedAnswer> {
    this.reads++;
    await request.recording
      ?.over({ all: async () => [] } as never)
      .all({ text: 'SELECT * FROM "notes"', values: [] } as never);
    const shown = { body: String(this.value), tag: String(this.value) };
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.fails) throw new Error('the database is gone');
    return cacheAnswer(request, shown) ?? shown;
  }

  /** Lets the reads that have begun end. */
  async goOn(): Promise<void> {
    for (const resolve of this.waiting.splice(0)) resolve();
    await new Promise(setImmediate);
  }
}

describe('identical reads at the same time', () => {
  it('are answered by one', async () => {
    const scene = new Scene();
    const answers = Promise.all(Array.from({ length: 5 }, () => scene.get()));
    await new Promise(setImmediate);
    await scene.goOn();
    expect(await answers).toEqual(['0', '0', '0', '0', '0']);
    expect(scene.reads).toBe(1);
  });

  it('that arrive after a write do not get what was read before it, and share the next read', async () => {
    const scene = new Scene();
    const early = scene.get();
    await new Promise(setImmediate);
    scene.write();
    const late = Promise.all(Array.from({ length: 5 }, () => scene.get()));
    await scene.goOn();
    expect(await early).toBe('0');
    expect(scene.reads).toBe(2);
    scene.write();
    await scene.goOn();
    expect(await late).toEqual(['1', '1', '1', '1', '1']);
    expect(scene.reads).toBe(2);
  });

  it('share an answer that depends on the time, if its read began after all of them', async () => {
    const scene = new Scene();
    scene.catalog.timed = true;
    const answers = Promise.all(Array.from({ length: 5 }, () => scene.get()));
    await new Promise(setImmediate);
    await scene.goOn();
    await scene.goOn();
    expect(await answers).toEqual(['0', '0', '0', '0', '0']);
    expect(scene.reads).toBe(2);
  });

  it('are each answered by themselves after one has failed, until one is answered', async () => {
    const scene = new Scene();
    const several = () => Promise.allSettled(Array.from({ length: 3 }, () => scene.get()));
    const answers = several();
    await new Promise(setImmediate);
    scene.fails = true;
    await scene.goOn();
    scene.fails = false;
    expect(scene.reads).toBe(3);
    await scene.goOn();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    scene.write();
    const later = several();
    await new Promise(setImmediate);
    await scene.goOn();
    await later;
    expect(scene.reads).toBe(4);
  });
});
