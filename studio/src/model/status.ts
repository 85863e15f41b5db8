import type { Field } from './field.ts';
import { asWords } from './words.ts';

/** What a status looks like: ○ draft, ● published, ◐ scheduled, ▢ archived. */
export type Shape = 'open' | 'full' | 'half' | 'square';

export interface Status {
  readonly value: string;
  readonly label: string;
  readonly shape: Shape;
  /** Items with it are left out of lists. */
  readonly isDeleted: boolean;
  readonly isPublished: boolean;
}

interface Mapped {
  readonly name?: string;
  readonly published?: boolean;
  readonly soft_delete?: boolean;
}

/** The statuses of a status field, in the order of its options. */
export function statusesOf(field: Field): readonly Status[] {
  const mapping = (field.options.status_mapping ?? {}) as Readonly<Record<string, Mapped>>;
  return Object.entries(mapping).map(([value, mapped]) => ({
    value,
    label: mapped.name ?? asWords(value),
    shape: shapeOf(value, mapped),
    isDeleted: mapped.soft_delete === true,
    isPublished: mapped.published === true,
  }));
}

function shapeOf(value: string, { published, soft_delete }: Mapped): Shape {
  if (soft_delete || /archiv|delet|withdrawn|trash/i.test(value)) return 'square';
  if (published || /^(published|active|live)$/i.test(value)) return 'full';
  return /schedul|review|pending|invited|wait/i.test(value) ? 'half' : 'open';
}
