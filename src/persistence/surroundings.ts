import type { Connector } from '../net/connector.ts';
import type { BoundedMemory } from '../shared/bounded-memory.ts';
import type { Semaphore } from '../shared/semaphore.ts';

/** The part of a log that background work uses. */
export interface BackgroundLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a server provides to its projects besides their databases. */
export interface Surroundings {
  /** Folder of templates and extensions. */
  readonly extensions: string;
  /** Logs background work. */
  readonly log: BackgroundLog;
  /** Sends requests on behalf of callers. */
  readonly connector: Connector;
  /** Schedules steps of jobs among the projects. */
  readonly steps: Semaphore;
  /** Whether this process delivers the outboxes of projects and works on their jobs; commands leave that to servers. */
  readonly delivers: boolean;
  /** Whether this server serves Studio, so that links may point there. */
  readonly studio: boolean;
  /** Whether extension modules are watched for changes. */
  readonly watchExtensions: boolean;
  /** The maximum size of an uploaded file, in bytes. */
  readonly maxUpload: number;
  /** The memory for cached answers. */
  readonly answers: BoundedMemory;
}
