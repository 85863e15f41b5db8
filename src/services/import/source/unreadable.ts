import { ApiError } from '../../../errors/api-error.ts';
import type { FileFormat } from './row.ts';

const NAMES: Readonly<Record<FileFormat, string>> = { csv: 'CSV', json: 'JSON', ndjson: 'lines of JSON', xlsx: 'XLSX' };

/** The error of a file that cannot be read. */
export function unreadable(format: FileFormat, reason: string): ApiError {
  return new ApiError('importUnreadable', { format: NAMES[format], reason });
}
