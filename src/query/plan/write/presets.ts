import { roleOf } from '../../../permissions/caller.ts';
import type { ItemRule } from '../../../permissions/item-rule.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { momentIn } from '../../compared.ts';
import type { WriteContext } from './context.ts';
import type { Payload } from './payload.ts';
import { statusOf } from './status-of.ts';

type Rights = Pick<WriteContext, 'policy' | 'caller' | 'now' | 'timeZone'>;

const NONE: Payload = {};

/**
 * The values that the item rules of the caller's role set in a new item, for fields that are not sent. They require no
 * permission. Rules about the item's status are applied last.
 */
export function presetsFor(rights: Rights, collection: Collection, sent: Payload): Payload {
  const rules = rights.policy.collection(collection.name).itemRules('create');
  if (rules.length === 0) return NONE;
  const general = valuesOf(rules, null);
  const own = statusOf(collection, { ...general, ...sent }, null);
  const presets = own === null ? general : { ...general, ...valuesOf(rules, own) };
  const entries = Object.entries(presets).flatMap(([name, value]): [string, unknown][] => {
    const field = collection.byName.get(name);
    return field?.column && !Object.hasOwn(sent, name) ? [[name, resolved(rights, field, value)]] : [];
  });
  return Object.fromEntries(entries);
}

const valuesOf = (rules: readonly ItemRule[], status: string | null): Payload =>
  Object.assign({}, ...rules.filter((rule) => rule.status === status).map(({ presets }) => presets));

function resolved({ caller, now, timeZone }: Rights, field: Field, value: unknown): unknown {
  if (value === '$me') return caller.kind === 'user' ? caller.id : null;
  if (value === '$role') return roleOf(caller);
  if (value !== '$now') return value;
  const moment = momentIn(field, { now, timeZone });
  return field.kind === 'date' ? moment.slice(0, 10) : moment;
}
