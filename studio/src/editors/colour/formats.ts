/** The formats of colours. */
export type Format = 'hex' | 'rgb' | 'hsl';

/** A colour: its parts from 0 to 255, its opacity, and how it was written. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
  readonly format: Format;
  /** For style sheets: built from its parts, so that it cannot contain anything else. */
  readonly css: string;
}

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const CALL =
  /^(rgb|hsl)a?\(\s*([-\d.]+)(?:deg)?\s*[,\s]\s*([-\d.]+)%?\s*[,\s]\s*([-\d.]+)%?\s*(?:[,/]\s*([\d.]+%?)\s*)?\)$/i;
const BARE = /^(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})$/;

/** Parses a colour in any of the formats that fields contain; null for anything else. */
export function parseColour(text: string): Colour | null {
  const trimmed = text.trim();
  const hex = HEX.exec(trimmed)?.[1];
  if (hex) return fromHex(hex);
  const call = CALL.exec(trimmed);
  if (call) return fromCall(call);
  const bare = BARE.exec(trimmed);
  return bare ? made(Number(bare[1]), Number(bare[2]), Number(bare[3]), 1, 'rgb') : null;
}

/** Writes a colour in a format. */
export function writeColour({ red, green, blue, alpha }: Omit<Colour, 'format' | 'css'>, format: Format): string {
  if (format === 'rgb') {
    const parts = `${red}, ${green}, ${blue}`;
    return alpha < 1 ? `rgba(${parts}, ${alpha})` : `rgb(${parts})`;
  }
  if (format === 'hsl') {
    const [hue, saturation, light] = hslOf(red, green, blue).map(Math.round);
    const parts = `${hue}, ${saturation}%, ${light}%`;
    return alpha < 1 ? `hsla(${parts}, ${alpha})` : `hsl(${parts})`;
  }
  return `#${[red, green, blue].map(pair).join('')}${alpha < 1 ? pair(Math.round(alpha * 255)) : ''}`;
}

const pair = (part: number): string => part.toString(16).padStart(2, '0');

function fromHex(hex: string): Colour {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits.match(/../g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  );
  return made(red, green, blue, Math.round((alpha / 255) * 1000) / 1000, 'hex');
}

function fromCall(match: RegExpExecArray): Colour | null {
  const [, name = '', ...texts] = match;
  const [one = 0, two = 0, three = 0] = texts.slice(0, 3).map(Number);
  const alpha = texts[3] === undefined ? 1 : opacity(texts[3]);
  if ([one, two, three, alpha].some(Number.isNaN)) return null;
  if (name.toLowerCase() === 'rgb') return made(one, two, three, alpha, 'rgb');
  const [red, green, blue] = rgbOf(one, two, three);
  return made(red, green, blue, alpha, 'hsl');
}

const opacity = (text: string): number => (text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text));
const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

function made(red: number, green: number, blue: number, alpha: number, format: Format): Colour {
  const parts = [red, green, blue].map((part) => Math.round(within(part, 255))) as [number, number, number];
  const share = within(alpha, 1);
  const css = `rgb(${parts.join(' ')} / ${share})`;
  return { red: parts[0], green: parts[1], blue: parts[2], alpha: share, format, css };
}

function rgbOf(hue: number, saturation: number, light: number): [number, number, number] {
  const [s, l] = [within(saturation, 100) / 100, within(light, 100) / 100];
  const at = (offset: number): number => {
    const k = (offset + ((hue % 360) + 360) / 30) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [at(0), at(8), at(4)];
}

function hslOf(red: number, green: number, blue: number): [number, number, number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255] as const;
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [light, range] = [(most + least) / 2, most - least];
  if (range === 0) return [0, 0, light * 100];
  const saturation = range / (1 - Math.abs(2 * light - 1));
  const sector = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [sector * 60, saturation * 100, light * 100];
}
