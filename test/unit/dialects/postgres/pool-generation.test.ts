import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sql } from '../../../../src/dialects/postgres/connect.ts';
import { PoolGeneration } from '../../../../src/dialects/postgres/pool-generation.ts';

const PLAIN = { prepare: false, simple: false };

/** A statement that a session has received; `on` names the session. */
interface Received {
  readonly on: string;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A generation of sessions identified by name, with a record of what was opened and ended. */
function generationOf(count: number) {
  const opened: string[] = [];
  const ended: string[] = [];
  const received: Received[] = [];
  const open = (): Sql => {
    const name = `session ${opened.length + 1}`;
    opened.push(name);
    const handler = (query: Omit<Received, 'on'>) =>
      received.push({ on: name, resolve: (result) => query.resolve(result), reject: (error) => query.reject(error) });
    return { unsafe: () => ({ handler }), end: async () => void ended.push(name) } as unknown as Sql;
  };
  const generation = new PoolGeneration({ open, probe: open, count, statementMs: 0, onSilence: () => {} });
  /** Sends a statement, which runs until it is finished. */
  const send = () => {
    const done = generation.run('SELECT 1', [], PLAIN);
    const { on, resolve, reject } = received.pop() as Received;
    const finish = async (): Promise<void> => {
      resolve([]);
      await done;
    };
    return { on, finish, reject, done };
  };
  return { generation, send, opened, ended };
}

describe('the sessions of a pool', () => {
  it('are opened if all others are in use', async () => {
    const { send, opened } = generationOf(3);
    await send().finish();
    expect([send().on, send().on]).toEqual(['session 1', 'session 2']);
    expect(opened).toEqual(['session 1', 'session 2']);
  });

  it('are reused, the most recently used first', async () => {
    const { send } = generationOf(3);
    const [one, two, three] = [send(), send(), send()];
    for (const each of [one, three, two]) await each.finish();
    expect([send().on, send().on]).toEqual(['session 2', 'session 3']);
  });

  it('share the statements that they cannot run at once', async () => {
    const { send, opened } = generationOf(2);
    const statements = Array.from({ length: 4 }, () => send());
    expect(statements.map(({ on }) => on)).toEqual(['session 1', 'session 2', 'session 1', 'session 2']);
    await statements[1]?.finish();
    expect(send().on).toBe('session 2');
    expect(opened).toHaveLength(2);
  });

  it('accept statements again after one has failed', async () => {
    const { send } = generationOf(1);
    const refused = send();
    refused.reject(new Error('refused'));
    await expect(refused.done).rejects.toThrow('refused');
    expect(send().on).toBe('session 1');
  });

  it('end when the last statement of a retired generation has ended', async () => {
    const { generation, send, ended } = generationOf(2);
    const statements = [send(), send()];
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
    const unsafe = (text: string) => (text === '' ? { handler: () => {} } : answer());
    const session = (name: string): Sql => ({ unsafe, end: async () => void ended.push(name) }) as unknown as Sql;
    const onSilence = vi.fn();
    const [open, probe] = [() => session('session'), () => session('probe')];
    const generation = new PoolGeneration({ open, probe, count: 2, statementMs: 600_000, onSilence });
    void generation.run('SELECT 1', [], PLAIN);
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
