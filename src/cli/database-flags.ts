import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { isEmbedded, isEmbeddedName } from '../config/embedded.ts';
import { helpOf, optionTable, usageOf } from '../config/options.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import { databaseOf, isEngineName } from '../projects/database-body.ts';

/** Flags that describe a database. */
export interface DatabaseFlags {
  readonly dbType?: string;
  readonly dbHost?: string;
  readonly dbPort?: string;
  readonly dbSocket?: string;
  readonly dbUser?: string;
  readonly dbPassword?: string;
  readonly dbPasswordEnv?: string;
  readonly dbName?: string;
  readonly dbSsl?: string;
  readonly dbSslCa?: string;
  readonly dbConnections?: string;
  readonly dbConnectTimeout?: string;
  readonly dbStatementTimeout?: string;
}

/** Adds the flags for the data folder and a database. */
export function addDatabaseFlags(command: Command): Command {
  return command
    .option(usageOf(optionTable.data), helpOf(optionTable.data))
    .requiredOption('--db-type <engine>', 'sqlite, mysql, mariadb or postgres')
    .option('--db-host <address>', 'address of the database server')
    .option('--db-port <number>', 'port of the database server')
    .option('--db-socket <path>', 'socket of the database server, instead of address and port')
    .option('--db-user <name>', 'account at the database server')
    .option('--db-password <secret>', 'its password; better given as a variable')
    .option('--db-password-env <variable>', 'environment variable that holds its password')
    .option('--db-ssl <mode>', 'verify, require, prefer or off: how the way to the server is protected')
    .option('--db-ssl-ca <file>', 'certificate of the authority that the server is checked by')
    .option('--db-connections <number>', 'connections that read side by side')
    .option('--db-connect-timeout <seconds>', 'how long a connection may take to come about')
    .option('--db-statement-timeout <seconds>', 'how long a statement may take')
    .requiredOption('--db-name <name>', 'name of the database; of an SQLite one its file without .db');
}

/** The flags as part of a creation body. Throws {@link ConfigError}. */
export function databaseBody(flags: DatabaseFlags, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  return {
    db_type: flags.dbType,
    db_host: flags.dbHost,
    db_port: flags.dbPort,
    db_socket: flags.dbSocket,
    db_user: flags.dbUser ?? 'octavo',
    db_password: secret(flags.dbPassword, flags.dbPasswordEnv, environment),
    db_name: flags.dbName,
    db_ssl: flags.dbSsl,
    db_ssl_ca: flags.dbSslCa && resolve(flags.dbSslCa),
    db_connections: flags.dbConnections,
    db_connect_timeout: flags.dbConnectTimeout,
    db_statement_timeout: flags.dbStatementTimeout,
  };
}

/** The database that the flags describe. Throws {@link ConfigError}. */
export function databaseIn(flags: DatabaseFlags): DatabaseConfig {
  if (!isEngineName(flags.dbType ?? ''))
    throw new ConfigError(`--db-type must be sqlite, mysql, mariadb or postgres, not "${flags.dbType}"`);
  if (!/^[1-9]\d{0,4}$/.test(flags.dbPort ?? '1') || Number(flags.dbPort ?? 1) > 65535)
    throw new ConfigError(`--db-port must be a number from 1 to 65535, not "${flags.dbPort}"`);
  const database = databaseOf(databaseBody(flags, process.env), (name, expected) => {
    throw new ConfigError(`--${name.replaceAll('_', '-')} must be ${expected}`);
  });
  if (isEmbedded(database.type) && !isEmbeddedName(database.name))
    throw new ConfigError('--db-name of an SQLite database is a name of letters, digits, _ and -');
  return database;
}

/**
 * A secret that is given directly or by the name of a variable. Throws {@link ConfigError} if the variable is not set.
 */
export function secret(
  given: string | undefined,
  variable: string | undefined,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (variable === undefined) return given;
  const value = environment[variable];
  if (value === undefined) throw new ConfigError(`the environment has no variable ${variable}`);
  return value;
}
