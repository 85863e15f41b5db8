import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { accountByEmail } from '../persistence/accounts.ts';
import type { Context } from '../persistence/context.ts';
import { type Explanation, explain } from '../services/permissions/explain.ts';
import { reported } from './failure.ts';
import { printable } from './printable.ts';
import { roleNamed } from './role-named.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

interface ExplainFlags extends ProjectFlags {
  readonly email?: string;
  readonly role?: string;
  readonly collection: string;
  readonly action: string;
  readonly item?: string;
  readonly fields?: string;
}

/** Adds the command that explains why a user or a role may do something, or may not. */
export function addExplain(program: Command): void {
  const command = program.command('explain');
  addDataFlag(command.description('Say why a user or a role may do something, or may not'))
    .requiredOption('--project <key>', 'key of the project')
    .option('--email <address>', 'address of the user')
    .option('--role <role>', 'id or name of the role, instead of a user')
    .requiredOption('--collection <name>', 'collection')
    .requiredOption('--action <action>', 'create, read, update or delete')
    .option('--item <id>', 'key of the item')
    .option('--fields <names>', 'fields to write, separated by commas')
    .action((flags: ExplainFlags) => reported(() => answer(flags)));
}

const AS_THE_PUBLIC =
  'the account is not active, or lacks the second factor that its role requires: its requests count as those of the public';

async function answer(flags: ExplainFlags): Promise<void> {
  const { collection, action, item, fields } = flags;
  const explanation = await withProject(flags, async (context) => {
    const question = { collection, action, ...(item && { item }), ...(fields && { fields: fields.split(',') }) };
    return explain(context, { ...question, ...(await subjectOf(context, flags)) });
  });
  process.stdout.write(`${inLines(explanation).map(printable).join('\n')}\n`);
}

async function subjectOf(
  context: Context,
  { email, role }: ExplainFlags,
): Promise<{ readonly user: number } | { readonly role: number }> {
  if (role !== undefined) return { role: await roleNamed(context, role) };
  if (email === undefined) throw new ConfigError('say whom it is about: --email or --role');
  const account = await accountByEmail(context.store, email, context.store.database);
  if (!account) throw new ConfigError(`there is no user with the address "${email}"`);
  return { user: account.id };
}

function inLines({ allowed, refusal, account, permission, rules, fields }: Explanation): string[] {
  const row = permission
    ? `permission ${permission.id}: ${permission.level}${permission.status === null ? '' : ` in status ${permission.status}`}`
    : `no permission${allowed ? ' is needed' : ''}`;
  return [
    allowed ? 'allowed' : `denied: ${refusal?.message ?? ''}`,
    ...(account?.counts === false ? [AS_THE_PUBLIC] : []),
    row,
    ...rules.map(({ id, part, words, holds, problem }) => {
      const verdict = problem ?? (holds === null ? '' : holds ? 'fulfilled' : 'not fulfilled');
      return `rule ${id}, ${part}: ${words}${verdict === '' ? '' : ` (${verdict})`}`;
    }),
    ...fields.flatMap(({ field, hidden, unwritable }) => [
      ...(hidden === null ? [] : [`${field} is hidden: ${hidden}`]),
      ...(unwritable === null ? [] : [`${field} cannot be written: ${unwritable}`]),
    ]),
  ];
}
