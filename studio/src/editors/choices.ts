/** One of the values that a field offers. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const NAMES = ['value', 'key', 'id'] as const;
const LABELS = ['label', 'text', 'display', 'name', 'translation'] as const;

/**
 * The choices of a field's options: an object of labels by value, as schemas write it, a list of values, a list of objects,
 * or any of these as JSON text. Labels that are texts of another app's catalogue (`$t:save`) become words.
 */
export function choicesOf(options: Readonly<Record<string, unknown>>): readonly Choice[] {
  const { choices } = options;
  const given = typeof choices === 'string' ? parsed(choices) : choices;
  if (Array.isArray(given)) return given.map(choiceOf).filter((choice) => choice !== null);
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).map(([value, label]) => ({ value, label: labelOf(label, value) }));
}

/** The label of a value among choices, or the value itself. */
export const labelOfChoice = (choices: readonly Choice[], value: unknown): string =>
  choices.find((choice) => choice.value === String(value))?.label ?? String(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split(/\r?\n|,/).filter((line) => line.trim() !== '');
  }
}

function choiceOf(entry: unknown): Choice | null {
  if (entry === null || entry === undefined) return null;
  if (typeof entry !== 'object') return { value: String(entry).trim(), label: String(entry).trim() };
  const row = entry as Readonly<Record<string, unknown>>;
  const name = NAMES.find((key) => key in row);
  if (!name) return null;
  const label = LABELS.map((key) => row[key]).find((text) => typeof text === 'string' && text !== '');
  return { value: String(row[name]), label: labelOf(label, String(row[name])) };
}

function labelOf(label: unknown, value: string): string {
  if (typeof label !== 'string' && typeof label !== 'number') return value;
  return String(label).replace(/^\$t:/, '') || value;
}
