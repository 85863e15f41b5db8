import { onScopeDispose, watch } from 'vue';
import { t } from '../i18n/messages.ts';
import type { Field } from '../model/field.ts';
import type { Form } from './form.ts';
import { matches } from './pattern.ts';
import { faultOf, isEmpty, missingFields } from './validation.ts';

const PAUSE_MS = 250;

/** Validates a form while the user types, and completely before it is saved. */
export interface Checking {
  /** Validates everything that would be sent, and returns whether it may be sent. */
  check: () => Promise<boolean>;
}

/** Validates input shortly after the last key. */
export function useChecking(form: Form): Checking {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = new Set<string>();

  watch(
    () => ({ ...form.edits }),
    (now, before) => {
      for (const name of Object.keys(now)) if (now[name] !== before[name]) changed.add(name);
      clearTimeout(timer);
      timer = setTimeout(judgeChanged, PAUSE_MS);
    },
  );
  onScopeDispose(() => clearTimeout(timer));

  async function judgeChanged(): Promise<void> {
    const names = [...changed];
    changed.clear();
    await Promise.all(names.map((name) => judgeField(form, form.collection.field(name))));
  }

  return {
    check: async () => {
      clearTimeout(timer);
      const { collection, edits, errors, values, key } = form;
      for (const name of Object.keys(errors)) delete errors[name];
      await Promise.all(Object.keys(edits).map((name) => judgeField(form, collection.field(name))));
      for (const field of missingFields(collection, values.value, edits, key.value === null))
        errors[field.name] = t('item.error.required');
      return Object.keys(errors).length === 0;
    },
  };
}

async function judgeField(form: Form, field: Field | undefined): Promise<void> {
  if (!field || !(field.name in form.edits)) return;
  const value = form.edits[field.name];
  const fault = faultOf(field, value) ?? (await patternFault(field, value));
  if (form.edits[field.name] !== value) return;
  if (fault) form.errors[field.name] = fault;
  else delete form.errors[field.name];
}

async function patternFault({ validation }: Field, value: unknown): Promise<string | null> {
  if (!validation || validation === '$email' || typeof value !== 'string' || isEmpty(value)) return null;
  return (await matches(validation, value)) ? null : t('item.error.pattern');
}
