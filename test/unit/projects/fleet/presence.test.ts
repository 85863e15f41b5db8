import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Presence } from '../../../../src/projects/fleet/presence.ts';

const OTHER = '11111111-2222-4333-8444-555555555555';

let data: string;
let presence: Presence;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'octavo-presence-'));
  presence = new Presence(data);
  presence.touch();
});

afterEach(() => {
  presence.leave();
  rmSync(data, { recursive: true });
});

const fileOf = (id: string): string => join(data, 'servers', id);

/** Where this server says that its process runs. */
const here = (): string => readFileSync(fileOf(presence.id), 'utf8').replace(/^\d+ /, '').trim();

const endedProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const another = (text: string): void => writeFileSync(fileOf(OTHER), `${text}\n`);

it('is alone until another server shares its folder', () => {
  expect(presence.hasOthers).toBe(false);
  const other = new Presence(data);
  other.touch();
  expect(presence.hasOthers).toBe(true);
  other.leave();
  expect(presence.hasOthers).toBe(false);
});

it('tells once that a server has stopped or died', () => {
  const other = new Presence(data);
  other.touch();
  expect([presence.hasLost(), presence.hasLost()]).toEqual([false, false]);
  other.leave();
  expect([presence.hasLost(), presence.hasLost()]).toEqual([true, false]);
  another(`${endedProcess()} elsewhere`);
  expect(presence.hasLost()).toBe(false);
  utimesSync(fileOf(OTHER), 0, 0);
  expect([presence.hasLost(), presence.hasLost()]).toEqual([true, false]);
});

it('takes a server for gone at once if its process has ended, and removes its file', () => {
  another(`${endedProcess()} ${here()}`);
  expect(presence.isAlive(OTHER)).toBe(false);
  expect(presence.hasOthers).toBe(false);
  expect(existsSync(fileOf(OTHER))).toBe(false);
});

it('takes a former server for gone whose process id it has got itself, as after the restart of a container', () => {
  another(`${process.pid} ${here()}`);
  expect(presence.isAlive(OTHER)).toBe(false);
});

it.each([
  ['in another container of this machine', () => `${hostname()} pid:[1]`],
  ['on another machine', () => here().replace(hostname(), 'elsewhere')],
])('does not compare process ids with those of a server %s', (_, place) => {
  for (const pid of [endedProcess(), process.pid]) {
    another(`${pid} ${place()}`);
    expect(presence.isAlive(OTHER)).toBe(true);
  }
});

it('does not compare the clocks of servers', () => {
  const other = new Presence(data);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  other.touch();
  other.touch();
  vi.useRealTimers();
  expect(presence.isAlive(other.id)).toBe(true);
  other.leave();
});

it('gives others time to show themselves after all of them stood still', () => {
  const other = new Presence(data);
  other.touch();
  const before = new Date(Date.now() - 3_600_000);
  for (const { id } of [presence, other]) utimesSync(fileOf(id), before, before);
  expect(presence.isAlive(other.id)).toBe(true);
  presence.touch();
  expect(presence.isAlive(other.id)).toBe(true);
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(3_600_000);
  expect(presence.isAlive(other.id)).toBe(false);
  vi.useRealTimers();
  other.leave();
});

it('creates its file again if somebody has removed the folder', () => {
  rmSync(join(data, 'servers'), { recursive: true });
  presence.touch();
  expect(existsSync(fileOf(presence.id))).toBe(true);
});
