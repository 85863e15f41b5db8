import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { type Account, accountByEmail } from '../persistence/accounts.ts';
import type { Context } from '../persistence/context.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import type { Payload } from '../query/plan/write/payload.ts';
import type { Item } from '../query/shape/decoder.ts';
import { forgetIdentities } from '../services/auth/sso/forget.ts';
import { createItems, updateItems } from '../services/items/write.ts';
import { revokeKey } from '../services/keys/change.ts';
import { createKey } from '../services/keys/create.ts';
import { listKeys } from '../services/keys/list.ts';
import { asText } from '../shared/text.ts';
import { secret } from './database-flags.ts';
import { reported } from './failure.ts';
import { printable } from './printable.ts';
import { roleNamed } from './role-named.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

interface UserFlags extends ProjectFlags {
  readonly email: string;
  readonly role?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly password?: string;
  readonly passwordEnv?: string;
  readonly remove?: boolean;
  readonly name?: string;
  readonly readOnly?: boolean;
  readonly collections?: string;
  readonly addresses?: string;
  readonly rate?: string;
  readonly until?: string;
  readonly id?: string;
}

/** The action of a command and its message. */
type Work = (context: Context, flags: UserFlags) => Promise<string>;

/** Adds the commands that restore or block access when nobody can sign in. */
export function addUser(program: Command): void {
  const user = program
    .command('user')
    .description('Change who may sign in to a project, even while its server is running');
  const add = (name: string, description: string, work: Work): Command =>
    addDataFlag(user.command(name).description(description))
      .requiredOption('--project <key>', 'key of the project')
      .requiredOption('--email <address>', 'address of the user')
      .action((flags: UserFlags) => reported(() => run(flags, work)));
  withPassword(add('create', 'Make a user who is active', create))
    .option('--role <role>', 'id or name of the role', 'Administrator')
    .option('--first-name <name>', 'first name', 'Admin')
    .option('--last-name <name>', 'last name', 'User');
  withPassword(add('password', 'Give a user another password, which ends all sessions', setPassword));
  add('role', 'Give a user another role, which ends all sessions', setRole).requiredOption(
    '--role <role>',
    'id or name of the role',
  );
  add('token', 'Give a user a new static token, which ends all sessions', setToken).option(
    '--remove',
    'take the static token away',
  );
  add('suspend', 'Keep a user out', (context, flags) => setStatus(context, flags, 'suspended'));
  add('activate', 'Let a user in again', (context, flags) => setStatus(context, flags, 'active'));
  add('forget-2fa', 'Take the second factor of a user away', forgetSecondFactor);
  add('key', 'Give a user an API key', makeKey)
    .requiredOption('--name <name>', 'what it is for')
    .option('--read-only', 'let it only read')
    .option('--collections <list>', 'let it do this alone, such as articles:read+create,directus_files:read')
    .option('--addresses <list>', 'addresses and networks that it is taken from, such as 10.0.0.0/8,192.0.2.7')
    .option('--rate <requests>', 'requests per minute')
    .option('--until <date>', 'date and time at which it ends, such as "2027-12-31 23:59:00"');
  add('keys', 'List the API keys of a user', showKeys);
  add('revoke-key', 'Revoke an API key of a user', takeKey).requiredOption('--id <id>', 'the id that the list shows');
  add('forget-sso', 'Cut a user off from accounts at providers of single sign-on', forgetLinks);
}

function withPassword(command: Command): Command {
  return command
    .option('--password <secret>', 'the password; better given as a variable. Without one it is made and printed')
    .option('--password-env <variable>', 'environment variable that holds the password');
}

async function run(flags: UserFlags, work: Work): Promise<void> {
  process.stdout.write(`${await withProject(flags, (context) => work(context, flags))}\n`);
}

const create: Work = async (context, flags) => {
  const { given, made } = passwordOf(flags);
  const payload = {
    email: flags.email,
    password: given ?? made,
    role: await roleNamed(context, flags.role ?? ''),
    first_name: flags.firstName,
    last_name: flags.lastName,
    status: 'active',
  };
  await createItems(context, 'directus_users', payload, EVERYTHING);
  return `${flags.email} is a user now.${shown('password', given === undefined ? made : undefined)}`;
};

const setPassword: Work = async (context, flags) => {
  const { given, made } = passwordOf(flags);
  await change(context, flags, { password: given ?? made });
  return `${flags.email} has another password.${shown('password', given === undefined ? made : undefined)}`;
};

const setRole: Work = async (context, flags) => {
  await change(context, flags, { role: await roleNamed(context, flags.role ?? '') });
  return `${flags.email} has the role ${flags.role}.`;
};

const setToken: Work = async (context, flags) => {
  const token = flags.remove === true ? null : randomBytes(24).toString('base64url');
  await change(context, flags, { token });
  return token === null ? `${flags.email} has no static token.` : `${flags.email} has a new${shown('token', token)}`;
};

async function setStatus(context: Context, flags: UserFlags, status: string): Promise<string> {
  await change(context, flags, { status });
  return `${flags.email} is ${status}.`;
}

const forgetSecondFactor: Work = async (context, flags) => {
  await change(context, flags, { '2fa_secret': null });
  return `${flags.email} has no second factor any more.`;
};

const forgetLinks: Work = async (context, flags) => {
  const { id } = await accountNamed(context, flags);
  const links = await forgetIdentities(context, id);
  return `${flags.email} has ${links} account(s) at providers less.`;
};

const makeKey: Work = async (context, flags) => {
  const { id } = await accountNamed(context, flags);
  const { key } = await createKey(context, String(id), {
    name: flags.name,
    read_only: flags.readOnly === true,
    collections: flags.collections === undefined ? null : actionsIn(flags.collections),
    addresses: flags.addresses?.split(',') ?? null,
    rate_limit: flags.rate === undefined ? null : Number(flags.rate),
    expires_on: flags.until ?? null,
  });
  return `${flags.email} has a new${shown('API key', asText(key))}`;
};

/** Parses `articles:read+create,files:read`. */
function actionsIn(list: string): Record<string, string[]> {
  const entries = list.split(',').map((entry) => entry.split(':', 2));
  return Object.fromEntries(entries.map(([name = '', actions = '']) => [name.trim(), actions.split('+')]));
}

const showKeys: Work = async (context, flags) => {
  const { id } = await accountNamed(context, flags);
  const keys = await listKeys(context, String(id));
  return keys.length === 0 ? `${flags.email} has no API key.` : keys.map(lineOf).join('\n');
};

const lineOf = ({ id, name, hint, last_used: used }: Item): string =>
  `${asText(id)}  ${asText(hint)}  ${printable(asText(name))}  (${used === null ? 'never used' : `last used ${asText(used)}`})`;

const takeKey: Work = async (context, flags) => {
  const { id } = await accountNamed(context, flags);
  await revokeKey(context, String(id), flags.id ?? '');
  return `The API key ${flags.id} of ${flags.email} is revoked.`;
};

async function change(context: Context, flags: UserFlags, payload: Payload): Promise<void> {
  const { id } = await accountNamed(context, flags);
  await updateItems(context, 'directus_users', [String(id)], payload, EVERYTHING);
}

async function accountNamed({ store }: Context, { email }: UserFlags): Promise<Account> {
  const account = await accountByEmail(store, email, store.database);
  if (!account) throw new ConfigError(`there is no user with the address "${email}"`);
  return account;
}

function passwordOf({ password, passwordEnv }: UserFlags): { given: string | undefined; made: string } {
  return { given: secret(password, passwordEnv, process.env), made: randomBytes(12).toString('base64url') };
}

const shown = (what: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${what}, shown once: ${value}`;
