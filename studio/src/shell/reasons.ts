import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';

/** What the server answers to "why?". */
export interface Explanation {
  readonly allowed: boolean;
  readonly action: string;
  readonly permission: { readonly status: string | null; readonly level: string } | null;
  readonly rules: readonly {
    readonly words?: string;
    readonly holds: boolean | null;
    readonly problem?: string | null;
  }[];
  readonly fields: readonly { readonly field: string; readonly unwritable: string | null }[];
}

export interface Reason {
  readonly holds: boolean;
  readonly text: string;
}

/** An explanation as sentences, the reasons for a refusal among them. */
export function reasonsOf(answer: Explanation, collection: Collection | undefined): readonly Reason[] {
  const name = collection?.label ?? '';
  const rules = answer.rules
    .filter(({ holds }) => holds !== null || !answer.allowed)
    .map(({ words, holds, problem }) => ({
      holds: holds === true,
      text: problem ?? t('why.rule', { rule: words ?? '' }),
    }));
  const fields = answer.fields
    .filter(({ unwritable }) => unwritable)
    .map(({ field }) => ({ holds: false, text: t('why.field', { field: collection?.field(field)?.label ?? field }) }));
  return [levelOf(answer, name), ...rules, ...fields];
}

function levelOf({ permission, allowed, action }: Explanation, name: string): Reason {
  const level = permission?.level ?? (allowed ? 'full' : 'none');
  return { holds: allowed || level !== 'none', text: t(`why.${action}.${level}`, { name }) };
}
