import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/usr/local/sbin'];
const READY_MS = 10_000;
const PAUSE_MS = 20;

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The path of the Redis server program; undefined if there is none. */
export function redisProgram(): string | undefined {
  return FOLDERS.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path));
}

/** Starts a Redis server without persistence, on a socket of its own. */
export async function startRedis(program: string): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-redis-'));
  const socket = join(folder, 'socket');
  const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder];
  const child = spawn(program, options, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + READY_MS; !(await answers(socket)); ) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('the Redis server does not start');
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return { url: socket, stop };
}

async function answers(path: string): Promise<boolean> {
  const redis = new Redis({ path, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
