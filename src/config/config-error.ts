/** An option or a configuration file that cannot be used; the server does not start. Its message is one line. */
export class ConfigError extends Error {}
