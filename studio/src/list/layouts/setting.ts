import type { Choice } from '../../editors/choices.ts';
import { t } from '../../i18n/messages.ts';
import type { Field } from '../../model/field.ts';

/** A setting of a layout. */
export interface Setting {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
}

/** The value of an option for nothing. */
export const NOTHING = '-';

const nothing = (): Choice => ({ value: NOTHING, label: t('layout.nothing') });

/** A choice among fields; with `optional`, none of them is a choice as well. */
export const fieldSetting = (
  name: string,
  value: string | null | undefined,
  fields: readonly Field[],
  optional = false,
): Setting => ({
  name,
  label: t(`layout.${name}`),
  value: value ?? NOTHING,
  choices: [...(optional ? [nothing()] : []), ...fields.map((field) => ({ value: field.name, label: field.label }))],
});
