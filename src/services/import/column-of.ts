import type { ColumnRule } from './input.ts';

/** The column of the field that an error message is about, judged by how messages begin. */
export function columnOf(message: string, mapping: readonly ColumnRule[]): string | null {
  const [, field] = /^([\w-]+)(?:, [\w, -]+)?: /.exec(message) ?? /"([\w-]+)"/.exec(message) ?? [];
  const rule = mapping.find((each) => each.field === field || each.field.startsWith(`${field}.`));
  return rule?.column ?? null;
}
