import { locatedAuthority } from '../config/authority.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import type { DatabaseAddress, Limits, Tls } from '../dialects/dialect.ts';

/** The address of a database on a server; certificate paths are relative to the data folder. */
export function serverAddress(config: DatabaseConfig, data: string): DatabaseAddress {
  const { name, host, port, socket, user, password } = config;
  const server = { host, port, socket, user, password };
  const given = Object.entries(server).filter(([, value]) => value !== undefined);
  const tls = tlsOf(config, data);
  return { name, ...Object.fromEntries(given), ...(tls !== undefined && { tls }), limits: limitsOf(config) };
}

/** A certificate without an explicit mode implies verification. */
function tlsOf({ ssl, ssl_ca: ca }: DatabaseConfig, data: string): Tls | false | undefined {
  if (ssl === undefined && ca === undefined) return undefined;
  if (ssl === false) return false;
  return { mode: ssl ?? 'verify', ...(ca !== undefined && { ca: locatedAuthority(ca, data) }) };
}

/** The database limits of a project's configuration. */
export function limitsOf({
  connections,
  connect_timeout: connectS,
  statement_timeout: statementS,
}: DatabaseConfig): Limits {
  return {
    ...(connections !== undefined && { connections }),
    ...(connectS !== undefined && { connectS }),
    ...(statementS !== undefined && { statementS }),
  };
}
