import type { FileHandle } from 'node:fs/promises';
import { vi } from 'vitest';

/**
 * File system calls that can fail. `write` is the writing of a file's bytes, of which some have been written when it
 * fails; `sync` is that of a folder.
 */
export type Call = 'mkdir' | 'open' | 'write' | 'sync' | 'rename' | 'unlink';

type Files = typeof import('node:fs/promises');

/** Returns the error code with which a call fails, or null if it succeeds. */
export type FaultOf = (call: Call, path: string) => string | null;

/** What fails at the moment. */
export const disk: { fault: FaultOf } = { fault: () => null };

/** The functions of the file system with the faults of {@link disk}: a replacement for `node:fs/promises`. */
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
  const { sync, appendFile } = handle;
  return Object.assign(handle, {
    sync: async () => {
      refuse('sync', path);
      return sync.call(handle);
    },
    appendFile: async (bytes: Buffer) => {
      if (disk.fault('write', path)) await appendFile.call(handle, bytes.subarray(0, 10));
      refuse('write', path);
      return appendFile.call(handle, bytes);
    },
  });
}
