import { describe, expect, it } from 'vitest';
import { systemTables } from '../../src/schema/system/tables.ts';

const SHOWN_OPTIONS = ['placeholder', 'description', 'title', 'createItemText'];
const OFFSETS = /^\(UTC/;
/** Recognises descriptions of texts, as opposed to texts. */
const ABOUT_A_TEXT = /^[([]|\bhint\b|\boriginal\b|\bparaphrase|\bcopy error\b|^(?:HTML )?link to\b|^explains\b/i;

const rows = systemTables.flatMap(({ name, fields }) =>
  fields.map((field) => ({ at: `${name}.${field.field}`, field })),
);

/** Every text in a field's options that people read, such as placeholders, titles and labels of choices. */
function shown(options: unknown): readonly string[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([key, value]) => {
    if (typeof value === 'string') return key === '' || SHOWN_OPTIONS.includes(key) ? [value] : [];
    return key === 'choices' ? Object.values<string>(value as Record<string, string>) : shown(value);
  });
}

describe('the texts of system fields', () => {
  it('are texts for people, not descriptions of such texts', () => {
    const texts = rows.flatMap(({ at, field }) =>
      [field.note ?? '', ...shown(field.options)].map((text) => ({ at, text })),
    );
    expect(texts.filter(({ text }) => text !== '').length).toBeGreaterThan(100);
    expect(texts.filter(({ text }) => ABOUT_A_TEXT.test(text) && !OFFSETS.test(text))).toEqual([]);
  });

  it('have notes that are sentences', () => {
    const notes = rows.flatMap(({ at, field }) => (field.note ? [{ at, note: field.note }] : []));
    expect(notes.filter(({ note }) => !/^[\p{Lu}].*\.$/u.test(note))).toEqual([]);
  });
});
