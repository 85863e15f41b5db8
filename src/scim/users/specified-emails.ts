import { isRecord } from '../../shared/is-record.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { memberNamed, withoutMembers } from '../schema/member.ts';

/** The entries, of which the chosen one alone is primary, and its address. */
interface SpecifiedEmails {
  readonly emails: readonly unknown[];
  readonly address: unknown;
}

/**
 * The entry that clients of Directus 8 mean is the first one whose `primary` is true, or else the last one. It is marked
 * here, because the RFCs choose otherwise among several or no primary entries. (Contract, C-32.)
 */
export function specifiedEmails(sent: readonly unknown[]): SpecifiedEmails {
  const entries = sent.filter((entry) => entry !== null && entry !== '').map(asEntry);
  const chosen = entries.find(isPrimary) ?? entries.at(-1);
  return {
    emails: entries.map((entry) => (isRecord(entry) ? marked(entry, entry === chosen) : entry)),
    address: isRecord(chosen) ? memberNamed(chosen, 'value') : undefined,
  };
}

const isPrimary = (entry: unknown): boolean => isRecord(entry) && memberNamed(entry, 'primary') === true;

const asEntry = (entry: unknown): unknown => (typeof entry === 'string' ? { value: entry } : entry);

function marked(entry: ScimObject, isChosen: boolean): ScimObject {
  const unmarked = withoutMembers(entry, ['primary']);
  return isChosen ? { ...unmarked, primary: true } : unmarked;
}
