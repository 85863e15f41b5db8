import type { Ready } from './draft.ts';

/** A part of a form that is not a file. */
type Part = readonly [name: string, value: string];

/** The members of a body as parts of a form: lists are parts of one name with brackets. */
export function partsOf(body: unknown): readonly Part[] {
  return Object.entries(body ?? {}).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((each): Part => [`${name}[]`, textOf(each)]) : [[name, textOf(value)] as const],
  );
}

/** The form that a request sends; null if it sends no file. The file comes last, so that the server has read the rest before. */
export function formOf({ body, file }: Ready): FormData | null {
  if (!file) return null;
  const form = new FormData();
  for (const [name, value] of partsOf(body)) form.append(name, value);
  form.append(file.part, file.file, file.file.name);
  return form;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
