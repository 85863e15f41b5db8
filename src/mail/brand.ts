/** The colours of a project in its mails. */
interface Brand {
  readonly color: string;
  /** The colour of text on `color`. */
  readonly ink: string;
  /** The colour of borders, which must be visible on white. */
  readonly edge: string;
}

const OWN = '#8e2f2a';
const LIGHT = '#ffffff';
/** Text in one of these two is legible on any colour. */
const DARK = '#000000';
const LINE = '#1c1b19';
/** The contrast that WCAG requires for text, and for the borders of controls. */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

/** Returns legible colours for any colour that the project may choose; Octavo's if the setting is not a colour. */
export function brandOf(setting: string | null | undefined): Brand {
  const color = hexColor(setting ?? '') ?? OWN;
  return {
    color,
    ink: contrast(color, LIGHT) >= TEXT_CONTRAST ? LIGHT : DARK,
    edge: contrast(color, LIGHT) >= EDGE_CONTRAST ? color : LINE,
  };
}

/** A colour as `#rrggbb`. */
function hexColor(text: string): string | null {
  const [, digits = ''] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${long.toLowerCase()}`;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
