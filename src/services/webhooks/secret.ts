import { randomBytes } from 'node:crypto';
import { openText, sealText } from '../../auth/sealed-text.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { hasOwnWebhookSecret, webhookSecret } from '../../config/webhook-secret.ts';
import type { Connection, Reader } from '../../dialects/dialect.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Context } from '../../persistence/context.ts';
import type { Store } from '../../persistence/store.ts';
import { type TableRow, TableRows } from '../../persistence/table-rows.ts';
import { webhookSecrets } from '../../schema/internal/webhook-secrets.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { HOUR_MS } from '../../shared/time-units.ts';

const PURPOSE = 'webhook secrets';
const PLACE = 'signature';
const DEFAULT_HOURS = 24;
const BYTES = 32;

/** The secrets that sign a project's calls. */
interface SigningSecrets {
  readonly current: string;
  /** The former secret, as long as receivers may not have the current one. */
  readonly previous: string | null;
}

/** The source of the secret, without the secret. */
interface SecretState {
  readonly source: 'configuration' | 'derived' | 'rotated';
  readonly changed_on: string | null;
  readonly previous_until: string | null;
}

/** The secrets that sign webhook calls now. Throws ConfigError if the configured one is too short. */
export async function signingSecrets(store: Store): Promise<SigningSecrets> {
  const given = webhookSecret(store.config);
  if (hasOwnWebhookSecret(store.config)) return { current: given, previous: null };
  const [latest, former] = await storedSecrets(store);
  return {
    current: opened(store.config, latest) ?? given,
    previous: former && asNumber(former.ends_at) > Date.now() ? opened(store.config, former) : null,
  };
}

/** Describes the source of the signing secret. */
export async function secretState({ store }: Context): Promise<SecretState> {
  if (hasOwnWebhookSecret(store.config)) return { source: 'configuration', changed_on: null, previous_until: null };
  const [latest, former] = await storedSecrets(store);
  if (!latest) return { source: 'derived', changed_on: null, previous_until: null };
  return { source: 'rotated', changed_on: moment(latest.created_at), previous_until: stillValid(former) };
}

/**
 * Replaces the signing secret. The former one also signs for `hours`, 24 by default. Error 12 if the secret is
 * configured.
 */
export async function rotateSecret(
  context: Context,
  hours: number = DEFAULT_HOURS,
): Promise<SecretState & { readonly secret: string }> {
  const { store } = context;
  if (hasOwnWebhookSecret(store.config)) throw unprocessable(CONFIGURED);
  await store.internalTable(webhookSecrets);
  const secret = randomBytes(BYTES).toString('base64url');
  const now = context.now.getTime();
  await store.database.transaction((connection) =>
    replace(store, connection, { secret, now, ends: now + hours * HOUR_MS }),
  );
  await store.committed(context, [{ kind: 'rows', collection: webhookSecrets.name }]);
  return { ...(await secretState(context)), secret };
}

const CONFIGURED = 'The secret is set in the configuration file of the project: change webhooks.secret there';

interface Replacement {
  readonly secret: string;
  readonly now: number;
  /** When the former secret stops signing, in milliseconds since 1970. */
  readonly ends: number;
}

/** Keeps the previous secret as the former one, and deletes older ones. */
async function replace(store: Store, connection: Connection, { secret, now, ends }: Replacement): Promise<void> {
  const rows = new TableRows(store.dialect, webhookSecrets);
  const [latest] = await newest(rows, connection);
  const former = opened(store.config, latest) ?? webhookSecret(store.config);
  await rows.delete(connection, []);
  const created = latest ? asNumber(latest.created_at) : now;
  await rows.insert(connection, { secret: sealed(store.config, former), created_at: created, ends_at: ends });
  await rows.insert(connection, { secret: sealed(store.config, secret), created_at: now, ends_at: null });
}

/** The current secret and the former one, if the secret was ever replaced. */
async function storedSecrets(store: Store): Promise<TableRow[]> {
  if (!(await store.hasInternalTable(webhookSecrets))) return [];
  return newest(new TableRows(store.dialect, webhookSecrets), store.database);
}

const newest = (rows: TableRows, reader: Reader): Promise<TableRow[]> => rows.find(reader, [], '-id', 2);

const sealed = ({ auth }: ProjectConfig, secret: string): string => sealText(auth.secret, PURPOSE, PLACE, secret);

/** The secret in a row; null if there is none, or if the project's secret, which seals it, has changed since. */
const opened = ({ auth }: ProjectConfig, row: TableRow | undefined): string | null =>
  row ? openText(auth.secret, PURPOSE, PLACE, asText(row.secret)) : null;

const moment = (value: unknown): string => new Date(asNumber(value)).toISOString();

const stillValid = (row: TableRow | undefined): string | null =>
  row && asNumber(row.ends_at) > Date.now() ? moment(row.ends_at) : null;
