import { ApiError } from './api-error.ts';
import type { ErrorName } from './catalogue.ts';

/** Error codes of the operating system. */
const SYSTEM: Readonly<Record<string, ErrorName>> = {
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EROFS: 'diskReadOnly',
  EMFILE: 'serverExhausted',
  ENFILE: 'serverExhausted',
  ENOMEM: 'serverExhausted',
  EIO: 'serverExhausted',
};

/** The catalogue entry for a failure of the disk or the operating system; null for any other failure. */
export function systemRefusal(error: unknown): ApiError | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const name = typeof code === 'string' ? SYSTEM[code] : undefined;
  return name ? Object.assign(new ApiError(name), { cause: error }) : null;
}
