import type { Readable } from 'node:stream';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { ApiError } from '../../../../errors/api-error.ts';
import type { Spool } from '../../../../storage/spool.ts';
import { unreadable } from '../unreadable.ts';

const MAX_PARTS = 10_000;
/**
 * Sheets shrink to a tenth or a thirtieth. Repeated bytes shrink to a thousandth, so that some megabytes would take
 * minutes to read.
 */
const MAX_SHRUNK = 200;
const UNCHECKED_BYTES = 16 * 1024 * 1024;

/** The parts of a workbook, which is a ZIP archive. */
export interface Archive {
  /** The size that a part has, or undefined if there is none. */
  size(name: string): number | undefined;
  /** Opens a part that is no larger than `most` bytes. Error 4 if it is missing, or larger. */
  open(name: string, most: number): Promise<Readable>;
}

/** Reads the list of parts. Error 4 if the file is not a ZIP archive. */
export async function openArchive(spool: Spool): Promise<Archive> {
  const [zip, entries] = await listed(spool).catch(() => {
    throw unreadable('xlsx', 'it is not a workbook, or is damaged');
  });
  return {
    size: (name) => entries.get(name)?.uncompressedSize,
    open: async (name, most) => {
      const entry = entries.get(name);
      if (!entry || entry.isEncrypted()) throw unreadable('xlsx', `its part ${name} is missing or encrypted`);
      if (entry.uncompressedSize > most) throw unreadable('xlsx', `its part ${name} is larger than ${most} bytes`);
      if (isBomb(entry)) throw unreadable('xlsx', `its part ${name} is compressed more than ${MAX_SHRUNK} times`);
      return new Promise((done, fail) =>
        zip.openReadStream(entry, (error, part) => (error ? fail(damaged(error)) : done(part))),
      );
    },
  };
}

/** Converts an error for the caller: a failure to unpack means a damaged file, unless the disk fails. */
export function damaged(error: unknown): unknown {
  const isOther = error instanceof ApiError || (error instanceof Error && 'syscall' in error);
  return isOther ? error : unreadable('xlsx', 'it is damaged');
}

const isBomb = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  uncompressedSize > UNCHECKED_BYTES && uncompressedSize > compressedSize * MAX_SHRUNK;

async function listed(spool: Spool): Promise<[ZipFile, ReadonlyMap<string, Entry>]> {
  const zip = await new Promise<ZipFile>((done, fail) =>
    fromFd(spool.descriptor, { lazyEntries: true, autoClose: false }, (error, file) =>
      error ? fail(error) : done(file),
    ),
  );
  if (zip.entryCount > MAX_PARTS) throw unreadable('xlsx', 'it has too many parts');
  const entries = new Map<string, Entry>();
  await new Promise<void>((done, fail) => {
    zip.on('error', fail).on('end', done);
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return [zip, entries];
}
