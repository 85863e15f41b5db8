import { ApiError } from '../errors/api-error.ts';
import type { Connector } from '../net/connector.ts';
import type { Settings } from '../schema/settings.ts';
import type { Storage } from './storage.ts';

/** The environment in which a project receives files. */
export interface Reception {
  /** The key of the project. */
  readonly project: string;
  readonly storage: Storage;
  readonly settings: Settings;
  /** Fetches files that callers refer to by URL. */
  readonly connector: Connector;
  /** Bytes. */
  readonly maxUpload: number;
}

/** Refuses a type that the project does not accept. Error 4. (Contract, F-58 and F-61.) */
export function requireType({ settings }: Reception, type: string): void {
  const types = settings.values.get('file_mimetype_whitelist') ?? '';
  const taken = types.split(',').map((entry) => entry.trim());
  const isTaken = taken.some(
    (entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))),
  );
  if (types.trim() !== '' && !isTaken) throw new ApiError('fileTypeRefused', { types });
}
