import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { vi } from 'vitest';

/** Calls of the file system that can fail; `write` stands for the bytes of a stream, `sync` for a folder. */
export type Call = 'mkdir' | 'open' | 'write' | 'sync' | 'rename' | 'unlink';

type Files = typeof import('node:fs/promises');

/** Says with which code a call fails, or that it does not. */
export type FaultOf = (call: Call, path: string) => string | null;

/** What fails at the moment. */
export const disk: { fault: FaultOf } = { fault: () => null };

/** The functions of the file system, but for what fails: to stand in for `node:fs/promises`. */
export async function faultyFiles(): Promise<Files> {
  const real = await vi.importActual<Files>('node:fs/promises');
  const failing =
    <A extends readonly unknown[], T>(call: Call, work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      refuse(call, String(args[0]));
      return work(...args);
    };
  return {
    ...real,
    mkdir: failing('mkdir', real.mkdir) as Files['mkdir'],
    rename: failing('rename', real.rename),
    unlink: failing('unlink', real.unlink),
    open: failing('open', async (...args: Parameters<Files['open']>) =>
      faultyHandle(await real.open(...args), String(args[0])),
    ),
  };
}

function refuse(call: Call, path: string): void {
  const code = disk.fault(call, path);
  if (code) throw Object.assign(new Error(`${code}: ${call} '${path}'`), { code, syscall: call, path });
}

function faultyHandle(handle: FileHandle, path: string): FileHandle {
  const { sync, createWriteStream } = handle;
  return Object.assign(handle, {
    sync: async () => {
      refuse('sync', path);
      return sync.call(handle);
    },
    createWriteStream: (...args: Parameters<typeof createWriteStream>) =>
      disk.fault('write', path) ? fullStream(handle, path) : createWriteStream.apply(handle, args),
  });
}

/** A stream to a file that takes some of the first bytes and then fails. */
function fullStream(handle: FileHandle, path: string): Writable {
  return new Writable({
    async write(chunk: Buffer, _encoding, done) {
      try {
        await handle.write(chunk.subarray(0, 10));
        refuse('write', path);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
