import { isRecord } from '../shared/is-record.ts';
import { type ProjectConfig, type RemovalFailure, SUSPENDERS, type Suspension } from './project-config.ts';

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/**
 * Parses the suspension in a configuration file; none for `null` and `false`. People may write `true`. Throws a
 * description of the error.
 */
export function toSuspension(given: unknown): Pick<ProjectConfig, 'suspended'> {
  if (given === undefined || given === null || given === false) return {};
  if (given === true) return { suspended: { by: 'operator', since: new Date(0).toISOString() } };
  if (!isRecord(given)) throw new Error('"suspended" must be true or false');
  const { by, since, remove_on, keep_backups, keep_files, failure } = given;
  const suspender = SUSPENDERS.find((name) => name === by);
  if (!suspender || !isTime(since)) throw new Error('"suspended" must have "by" and "since"');
  if (remove_on !== undefined && !isTime(remove_on)) throw new Error('"suspended.remove_on" must be a time');
  const suspended: Suspension = {
    by: suspender,
    since,
    ...(remove_on !== undefined && { remove_on }),
    ...(keep_backups === true && { keep_backups }),
    ...(keep_files === true && { keep_files }),
    ...(failure !== undefined && { failure: toFailure(failure) }),
  };
  return { suspended };
}

function toFailure(given: unknown): RemovalFailure {
  const { message, tries, retry_on } = isRecord(given) ? given : {};
  if (typeof message !== 'string' || typeof tries !== 'number' || !isTime(retry_on))
    throw new Error('"suspended.failure" must have "message", "tries" and "retry_on"');
  return { message, tries, retry_on };
}
