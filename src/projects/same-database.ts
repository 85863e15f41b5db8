import { isEmbedded } from '../config/embedded.ts';
import type { Engine } from '../config/engine.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import { isLoopback, LOCALHOST } from '../shared/loopback.ts';
import { withoutEnding } from '../shared/without-ending.ts';

const PORTS: Readonly<Record<Engine, number | null>> = { sqlite: null, mysql: 3306, postgres: 5432 };

/**
 * Whether two configurations name the same database, as far as their addresses say. All names of this machine count as
 * one: a second project in a database would overwrite the first one's tables.
 */
export function isSameDatabase(one: DatabaseConfig, other: DatabaseConfig): boolean {
  return one.type === other.type && one.name === other.name && serverOf(one) === serverOf(other);
}

function serverOf({ type, host, port, socket }: DatabaseConfig): string {
  if (isEmbedded(type)) return '';
  return socket ?? `${hostOf(host || LOCALHOST)}:${port ?? PORTS[type]}`;
}

function hostOf(host: string): string {
  const name = withoutEnding(host.toLowerCase(), '.').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(name) ? LOCALHOST : name;
}
