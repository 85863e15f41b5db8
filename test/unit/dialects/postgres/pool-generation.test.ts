import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sql } from '../../../../src/dialects/postgres/connect.ts';
import { PoolGeneration } from '../../../../src/dialects/postgres/pool-generation.ts';

/** A generation of sessions identified by name, with a record of what was opened and ended. */
function generationOf(count: number) {
  const opened: string[] = [];
  const ended: string[] = [];
  const open = (): Sql => {
    const name = `session ${opened.length + 1}`;
    opened.push(name);
    return { name, end: async () => void ended.push(name) } as unknown as Sql;
  };
  return {
    generation: new PoolGeneration({ open, probe: open, count, statementMs: 0, onSilence: () => {} }),
    opened,
    ended,
  };
}

const asItIs = (result: unknown): unknown => result;

/** Sends a statement that runs until `finish` is called; `on` is the session in which it runs. */
function statementOn(generation: PoolGeneration) {
  let on = '';
  let complete = (): void => {};
  const done = generation.run((sql) => {
    on = (sql as unknown as { name: string }).name;
    return new Promise<void>((resolve) => {
      complete = resolve;
    });
  }, asItIs);
  const finish = async (): Promise<void> => {
    complete();
    await done;
  };
  return { on, finish };
}

describe('the sessions of a pool', () => {
  it('are opened if all others are in use', async () => {
    const { generation, opened } = generationOf(3);
    await statementOn(generation).finish();
    const first = statementOn(generation);
    expect([first.on, statementOn(generation).on]).toEqual(['session 1', 'session 2']);
    expect(opened).toEqual(['session 1', 'session 2']);
  });

  it('are reused, the most recently used first', async () => {
    const { generation } = generationOf(3);
    const [one, two, three] = [statementOn(generation), statementOn(generation), statementOn(generation)];
    for (const each of [one, three, two]) await each.finish();
    expect([statementOn(generation).on, statementOn(generation).on]).toEqual(['session 2', 'session 3']);
  });

  it('share the statements that they cannot run at once', async () => {
    const { generation, opened } = generationOf(2);
    const statements = Array.from({ length: 4 }, () => statementOn(generation));
    expect(statements.map(({ on }) => on)).toEqual(['session 1', 'session 2', 'session 1', 'session 2']);
    await statements[1]?.finish();
    expect(statementOn(generation).on).toBe('session 2');
    expect(opened).toHaveLength(2);
  });

  it('accept statements again after one has failed', async () => {
    const { generation } = generationOf(1);
    await expect(generation.run(() => Promise.reject(new Error('refused')), asItIs)).rejects.toThrow('refused');
    expect(statementOn(generation).on).toBe('session 1');
  });

  it('end when the last statement of a retired generation has ended', async () => {
    const { generation, ended } = generationOf(2);
    const statements = [statementOn(generation), statementOn(generation)];
    generation.retire();
    await statements[0]?.finish();
    expect(ended).toEqual([]);
    await statements[1]?.finish();
    expect(ended).toEqual(['session 1', 'session 2']);
  });
});

describe('sessions whose server stays silent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A generation with one statement that gets no answer; `answer` is what another session gets. */
  function silent(answer: () => Promise<unknown>) {
    const ended: string[] = [];
    const session = (name: string): Sql =>
      ({ unsafe: answer, end: async () => void ended.push(name) }) as unknown as Sql;
    const onSilence = vi.fn();
    const [open, probe] = [() => session('session'), () => session('probe')];
    const generation = new PoolGeneration({ open, probe, count: 2, statementMs: 600_000, onSilence });
    void generation.run(() => new Promise(() => {}), asItIs);
    const isEnded = async (afterMs: number): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(afterMs);
      expect(onSilence.mock.calls.length > 0).toBe(ended.includes('session'));
      return ended.includes('session');
    };
    return { isEnded };
  }

  it('are ended if it does not answer others either', async () => {
    const { isEnded } = silent(() => Promise.reject(Object.assign(new Error(), { code: 'CONNECT_TIMEOUT' })));
    expect([await isEnded(4_000), await isEnded(3_000)]).toEqual([false, true]);
  });

  it('are kept until their statements must have ended if it answers others', async () => {
    const { isEnded } = silent(() => Promise.resolve([]));
    expect([await isEnded(600_000), await isEnded(20_000)]).toEqual([false, true]);
  });

  it('are kept as long if it refuses others', async () => {
    const { isEnded } = silent(() => Promise.reject(Object.assign(new Error(), { code: '53300' })));
    expect([await isEnded(600_000), await isEnded(20_000)]).toEqual([false, true]);
  });
});
