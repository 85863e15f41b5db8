/**
 * What is known about a key: it is read; it is a key of Directus 8 without meaning here; it may hold anything that its
 * reader understands; or it holds further keys.
 */
export type KnownKey = 'read' | 'ignored' | 'any' | KnownKeys;
export interface KnownKeys {
  readonly [name: string]: KnownKey;
}

const LIMIT: KnownKeys = { limit: 'read', interval: 'read' };

const MAILER: KnownKeys = {
  transport: 'read',
  host: 'read',
  port: 'read',
  encryption: 'read',
  ca: 'read',
  username: 'read',
  password: 'read',
  sendmail: 'read',
  from: 'read',
};

/** The keys of the sections that a creation body and a project's file share. (Contract, V-70.) */
export const sectionKeys = {
  auth: {
    secret: 'read',
    public: 'read',
    allowed_origins: 'any',
    social_providers: 'any',
    sso_list: 'read',
    secret_key: 'ignored',
    public_key: 'ignored',
    ttl: 'ignored',
  },
  cache: 'any',
  cookie: { same_site: 'read', secure: 'read' },
  cors: {
    enabled: 'read',
    origin: 'any',
    methods: 'any',
    exposed_headers: 'any',
    max_age: 'read',
    headers: 'ignored',
    credentials: 'ignored',
  },
  mail: { ...MAILER, default: MAILER },
  rate_limit: {
    enabled: 'read',
    ...LIMIT,
    account: LIMIT,
    account_anywhere: LIMIT,
    address: LIMIT,
    one_time_passwords: LIMIT,
    tokens: LIMIT,
    tokens_anywhere: LIMIT,
    password_requests: LIMIT,
    identical_mails: LIMIT,
    strangers: LIMIT,
    strangers_writes: LIMIT,
    single_sign_on: LIMIT,
    adapter: 'ignored',
    host: 'ignored',
    port: 'ignored',
    timeout: 'ignored',
  },
  storage: {
    adapter: 'read',
    root: 'read',
    thumb_root: 'read',
    root_url: 'read',
    proxy_downloads: 'read',
    key: 'read',
    secret: 'read',
    region: 'read',
    bucket: 'read',
    endpoint: 'read',
    options: { ACL: 'read', CacheControl: 'read' },
    version: 'ignored',
  },
} as const satisfies KnownKeys;

/** The keys of a project's file. */
export const fileKeys: KnownKeys = {
  project: 'read',
  database: {
    type: 'read',
    name: 'read',
    host: 'read',
    port: 'read',
    socket: 'read',
    user: 'read',
    password: 'read',
    ssl: 'read',
    ssl_ca: 'read',
    connections: 'read',
    connect_timeout: 'read',
    statement_timeout: 'read',
  },
  ...sectionKeys,
  mail_from: 'read',
  scim: { token: 'read', role: 'read', administrators: 'read' },
  webhooks: { secret: 'read' },
};
