import { parseColour } from './formats.ts';

const USUAL = [
  '#1c1b19',
  '#5d5a53',
  '#918c81',
  '#e4e0d8',
  '#8e2f2a',
  '#b8633f',
  '#c49a3a',
  '#7a8b45',
  '#3f6b4f',
  '#3f6f78',
  '#44618f',
  '#6b5b95',
];

/** The colours of a field's palette, as its options write them; the default ones if a palette is requested without colours. */
export function paletteOf(options: Readonly<Record<string, unknown>>, isAsked: boolean): readonly string[] {
  const { palette } = options;
  const given = Array.isArray(palette) ? palette.map(String) : typeof palette === 'string' ? split(palette) : [];
  const colours = given.map((colour) => colour.trim()).filter((colour) => parseColour(colour));
  return colours.length === 0 && isAsked ? USUAL : colours;
}

/** Colours in a text with commas, of which some are inside of brackets. */
const split = (text: string): readonly string[] => text.match(/[^,(]+(\([^)]*\))?/g) ?? [];
