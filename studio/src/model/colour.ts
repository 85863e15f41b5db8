type Rgb = readonly [number, number, number];

/** The parts of `#rgb` or `#rrggbb`, 0 to 255; null for anything else. */
export function parseColour(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!hex) return null;
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return [red, green, blue];
}

/** The contrast of two colours by WCAG 2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour, moved away from a background until text in it can be read (4.5 to 1); null if it is none. */
export function readable(colour: string, background: string): string | null {
  const start = parseColour(colour);
  if (!start) return null;
  const goal = luminance(background) > 0.5 ? 0 : 255;
  for (let step = 0; step <= 20; step++) {
    const moved = hexOf(start.map((part) => part + ((goal - part) * step) / 20));
    if (contrast(moved, background) >= 4.5) return moved;
  }
  return hexOf([goal, goal, goal]);
}

/** The colour of text on a colour that can be read on either paper. */
export const textColourOn = (colour: string): string => (contrast(colour, '#ffffff') >= 4.5 ? '#ffffff' : '#161513');

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (parseColour(colour) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
