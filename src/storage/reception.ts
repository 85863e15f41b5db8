import { ApiError } from '../errors/api-error.ts';
import type { Connector } from '../net/connector.ts';
import type { Settings } from '../schema/settings.ts';
import type { Storage } from './storage.ts';

/** Where a project receives contents, and what it takes. */
export interface Reception {
  readonly storage: Storage;
  readonly settings: Settings;
  /** Fetches what callers name by its address. */
  readonly connector: Connector;
  /** Bytes. */
  readonly maxUpload: number;
}

/** Refuses a type that the project does not take. Error 4. (Contract, F-58 and F-61.) */
export function requireType({ settings }: Reception, type: string): void {
  const types = settings.values.get('file_mimetype_whitelist') ?? '';
  const taken = types.split(',').map((entry) => entry.trim());
  const isTaken = taken.some(
    (entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))),
  );
  if (types.trim() !== '' && !isTaken) throw new ApiError('fileTypeRefused', { types });
}
