import type { DatabaseOptions } from './database-options.ts';
import type { Engine } from './engine.ts';

/** A project's database. */
export interface DatabaseConfig extends DatabaseOptions {
  readonly type: Engine;
  /** For an embedded database its file name without extension, never a path. */
  readonly name: string;
  readonly host?: string;
  readonly port?: number;
  readonly socket?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Which origins a browser may call from. (Contract, R-60 and R-61.) */
export interface CorsConfig {
  readonly enabled: boolean;
  readonly origin: readonly string[];
  readonly methods: readonly string[];
  /** Headers of answers that scripts of other origins may read. */
  readonly exposed: readonly string[];
  /** Null leaves it to the browser. */
  readonly maxAge: number | null;
}

/** Who suspends a project: the operator, a move to another database, or its removal. */
export const SUSPENDERS = ['operator', 'move', 'removal'] as const;

/** Why a project could not be removed, and when the next attempt is made. */
export interface RemovalFailure {
  readonly message: string;
  readonly tries: number;
  readonly retry_on: string;
}

/** Why a project answers no requests and does no work. */
export interface Suspension {
  readonly by: (typeof SUSPENDERS)[number];
  /** An ISO 8601 date and time, like {@link remove_on}. */
  readonly since: string;
  /** When the project is removed with all of its data; absent if it is not scheduled for removal. */
  readonly remove_on?: string;
  /** Keeps its backups when it is removed. */
  readonly keep_backups?: true;
  /** Keeps its files when it is removed. */
  readonly keep_files?: true;
  /** Absent unless the removal has failed. */
  readonly failure?: RemovalFailure;
}

/** A project's configuration file: `config/<key>.json`, or `config/private.<key>.json`. */
export interface ProjectConfig {
  readonly project: string;
  readonly private: boolean;
  /** Absent while the project is in use. */
  readonly suspended?: Suspension;
  readonly database: DatabaseConfig;
  /** Signs tokens; `public` distinguishes this project's tokens from those of others. */
  readonly auth: { readonly secret: string; readonly public: string } & Readonly<Record<string, unknown>>;
  /** Sections as given; their features parse them. */
  readonly sections: Readonly<Record<string, unknown>>;
}

const CORS_DEFAULTS: CorsConfig = {
  enabled: true,
  origin: ['*'],
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
  exposed: [],
  maxAge: 600,
};

const HEADER_NAME = /^[\w-]+$/;

/** A project's CORS rules, completed with defaults. */
export function corsOf(config: ProjectConfig | null): CorsConfig {
  const given = config?.sections.cors;
  if (typeof given !== 'object' || given === null) return CORS_DEFAULTS;
  const { enabled, origin, methods, exposed_headers: exposed, max_age: maxAge } = given as Record<string, unknown>;
  const texts = (value: unknown, fallback: readonly string[]): readonly string[] =>
    Array.isArray(value)
      ? value.filter((entry) => typeof entry === 'string')
      : typeof value === 'string'
        ? [value]
        : fallback;
  return {
    enabled: enabled !== false,
    origin: texts(origin, CORS_DEFAULTS.origin),
    methods: texts(methods, CORS_DEFAULTS.methods),
    exposed: texts(exposed, CORS_DEFAULTS.exposed).filter((name) => HEADER_NAME.test(name)),
    maxAge: typeof maxAge === 'number' || maxAge === null ? maxAge : CORS_DEFAULTS.maxAge,
  };
}
