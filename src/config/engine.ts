/** Names that clients and configuration files use for the engines. */
export type Engine = 'sqlite' | 'mysql' | 'postgres';
