import type { Kind } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { named } from '../../shared/named.ts';
import type { Condition } from '../ast.ts';
import { anchored, comparedValue, wildcarded } from '../compared.ts';
import type { Operator } from '../operators.ts';
import type { Binding, Expression } from './nodes.ts';

/** Returns one of the texts that a condition compares with, when the statement runs. */
type TextSource = (binding: Binding) => string;

const variables: Readonly<Record<string, TextSource>> = named<TextSource>({
  $me: ({ user }) => String(user),
  $role: ({ role }) => String(role),
  $now: () => 'now',
});

/** The text of a condition at an index of the query's values, or of its own texts. */
export function textAt({ own }: Condition, index: number): TextSource {
  if (!own) return ({ values }) => values[index] ?? '';
  const text = own[index] ?? '';
  return variables[text] ?? (() => text);
}

/**
 * The kind of what a field is compared with. 64 bits with a sign are an integer like any other: only those without one
 * need a wider type.
 */
function comparedKind({ kind, column }: Field): Kind {
  if (kind === 'bigint' && (column?.signed || column?.autoIncrement)) return 'integer';
  return kind ?? 'text';
}

/** A parameter for a text, converted to the type of the column. */
export function operand(field: Field, text: TextSource): Expression {
  return {
    type: 'parameter',
    kind: comparedKind(field),
    source: (binding) => comparedValue(field, text(binding), binding),
  };
}

/**
 * A LIKE pattern for texts that contain a given text: anywhere, or where it is anchored. `!` is the escape character.
 */
export function textPattern(text: TextSource, anchor?: Operator['anchor']): Expression {
  return { type: 'parameter', kind: 'text', source: (binding) => anchored(text(binding), anchor) };
}

/** The same pattern for the search text of the query. */
export const searchPattern: Expression = {
  type: 'parameter',
  kind: 'text',
  source: ({ search }) => anchored(search ?? ''),
};

/** A LIKE pattern in which the caller's `%` and `_` are wildcards. */
export function rawPattern(text: TextSource): Expression {
  return {
    type: 'parameter',
    kind: 'text',
    source: (binding) => wildcarded(text(binding)),
  };
}
