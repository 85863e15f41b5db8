import type { Printed, Printer } from '../dialects/dialect.ts';
import { columnNamed, type Expression, type Insert } from '../query/sql/nodes.ts';
import type { Kind } from '../schema/datatypes.ts';
import { PrintedForms } from './printed-forms.ts';

const forms = new PrintedForms(1000);

/** An insert; its parameters are those of {@link Printer.insert}. Printed once per form. */
export function printedInsert(printer: Printer, insert: Insert, key: string | null): string {
  const { table, columns, rows = 1, given = '' } = insert;
  const form = `insert\0${table}\0${rows}\0${given}\0${key ?? ''}\0${columns.join('\0')}`;
  return forms.of(printer, form, () => ({ text: printer.insert(insert, key), sources: [] })).text;
}

/** An update of the row of a key, which is the first of the binding's. Printed once per form. */
export function printedUpdate(
  printer: Printer,
  { table, columns, key, kind }: { table: string; columns: readonly string[]; key: string; kind: Kind },
): Printed {
  const form = `update\0${table}\0${key}\0${kind}\0${columns.join('\0')}`;
  return forms.of(printer, form, () => {
    const left = columnNamed(key, kind, '');
    const right: Expression = { type: 'parameter', kind, source: ({ keys }) => keys[0] ?? null };
    return printer.update({ table, columns, where: { type: 'compare', sign: '=', left, right } });
  });
}
