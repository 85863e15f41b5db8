import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import { type Column, printDeclaration } from '../../src/schema/column.ts';
import { defineField, type FieldDefinition } from '../../src/schema/definition/field.ts';

const FLAGS = { nullable: 'null', primaryKey: 'key', autoIncrement: 'auto', unique: 'unique' } as const;

function columnLine(column: Column): string {
  const flags = Object.entries(FLAGS).flatMap(([flag, word]) => (column[flag as keyof typeof FLAGS] ? [word] : []));
  const fallback = column.default === null ? [] : [`default=${JSON.stringify(column.default)}`];
  return [printDeclaration(column), ...flags, ...fallback].join(' ');
}

function definition({ name, type, column }: FieldDefinition): string {
  return `  ${name}: ${type.name}, ${column ? columnLine(column) : 'without a column'}`;
}

/** The field that a definition describes, or the error that refuses it. The definition is JSON without its braces. */
export function renderDefinition(line: string): string {
  try {
    return definition(defineField(JSON.parse(`{${line}}`), sqlite.capabilities));
  } catch (error) {
    if (error instanceof ApiError) return `  ${error.status} error ${error.code}: ${error.message}`;
    throw error;
  }
}
