/** The size of covers, in pixels. */
export const COVER = { width: 720, height: 480, channels: 3 } as const;

type Color = readonly [red: number, green: number, blue: number];

/** The colors of a cover: the sky from above to the horizon, the sun, and hills from the farthest to the nearest. */
interface Palette {
  readonly sky: readonly [Color, Color];
  readonly sun: Color;
  readonly hills: readonly [Color, Color];
}

/** By the tag that an article is about first. */
const PALETTES: Readonly<Record<number, Palette>> = {
  1: {
    sky: [
      [23, 62, 84],
      [244, 196, 140],
    ],
    sun: [255, 232, 188],
    hills: [
      [78, 124, 138],
      [16, 42, 58],
    ],
  },
  2: {
    sky: [
      [246, 214, 170],
      [252, 240, 216],
    ],
    sun: [226, 96, 60],
    hills: [
      [218, 150, 104],
      [116, 52, 38],
    ],
  },
  3: {
    sky: [
      [14, 18, 48],
      [96, 106, 172],
    ],
    sun: [246, 244, 224],
    hills: [
      [58, 66, 126],
      [12, 14, 34],
    ],
  },
  4: {
    sky: [
      [206, 214, 210],
      [244, 232, 212],
    ],
    sun: [250, 250, 240],
    hills: [
      [166, 146, 120],
      [70, 54, 44],
    ],
  },
  5: {
    sky: [
      [176, 214, 214],
      [240, 246, 220],
    ],
    sun: [250, 220, 120],
    hills: [
      [126, 176, 132],
      [28, 72, 54],
    ],
  },
  6: {
    sky: [
      [74, 44, 104],
      [238, 156, 152],
    ],
    sun: [255, 214, 160],
    hills: [
      [140, 84, 136],
      [42, 22, 62],
    ],
  },
};
const LAYERS = 5;

/** Draws a cover, hills below a sky, in the colors of a tag. Returns its pixels. The same `seed` draws the same hills. */
export function drawCover(tag: number, seed: number): Uint8Array {
  const palette = PALETTES[tag] ?? (PALETTES[1] as Palette);
  const pixels = new Uint8Array(COVER.width * COVER.height * COVER.channels);
  drawSky(pixels, palette);
  drawSun(pixels, palette, seed);
  for (let layer = 0; layer < LAYERS; layer++) drawHills(pixels, palette, seed, layer);
  return pixels;
}

function drawSky(pixels: Uint8Array, { sky }: Palette): void {
  const { width, height } = COVER;
  for (let y = 0; y < height; y++) {
    const color = mixed(sky[0], sky[1], Math.min(1, y / (height * 0.75)));
    for (let x = 0; x < width; x++) paint(pixels, x, y, color, 1);
  }
}

function drawSun(pixels: Uint8Array, { sun }: Palette, seed: number): void {
  const { width, height } = COVER;
  const [sunX, sunY] = [width * (0.25 + 0.5 * noise(seed, 0)), height * (0.2 + 0.2 * noise(seed, 1))];
  const radius = height * (0.07 + 0.05 * noise(seed, 2));
  for (let y = Math.floor(sunY - radius); y <= sunY + radius + 1; y++)
    for (let x = Math.floor(sunX - radius); x <= sunX + radius + 1; x++)
      paint(pixels, x, y, sun, radius - Math.hypot(x - sunX, y - sunY) + 0.5);
}

function drawHills(pixels: Uint8Array, { hills }: Palette, seed: number, layer: number): void {
  const { width, height } = COVER;
  const color = mixed(hills[0], hills[1], layer / (LAYERS - 1));
  const edge = edgeOf(seed, layer);
  for (let x = 0; x < width; x++) {
    const top = edge(x);
    for (let y = Math.floor(top); y < height; y++) paint(pixels, x, y, color, y + 1 - top);
  }
}

/** The upper edge of a row of hills. Nearer ones are lower, and their slopes are longer. */
function edgeOf(seed: number, layer: number): (x: number) => number {
  const { width, height } = COVER;
  const base = height * (0.5 + 0.1 * layer);
  const waves = [1, 2.3, 4.1].map((times, wave) => ({
    size: (height * 0.07) / times,
    pace: ((Math.PI * 2) / width) * times * (0.8 + 0.6 * noise(seed, 10 * layer + wave)),
    start: Math.PI * 2 * noise(seed, 100 + 10 * layer + wave),
  }));
  return (x) => waves.reduce((y, { size, pace, start }) => y + size * Math.sin(x * pace + start), base);
}

/** Covers a share of a pixel, from 0 to 1, with a color. */
function paint(pixels: Uint8Array, x: number, y: number, color: Color, share: number): void {
  const at = (y * COVER.width + x) * COVER.channels;
  const part = Math.max(0, Math.min(1, share));
  pixels[at] = between(pixels[at] ?? 0, color[0], part);
  pixels[at + 1] = between(pixels[at + 1] ?? 0, color[1], part);
  pixels[at + 2] = between(pixels[at + 2] ?? 0, color[2], part);
}

const mixed = (from: Color, to: Color, share: number): Color => [
  between(from[0], to[0], share),
  between(from[1], to[1], share),
  between(from[2], to[2], share),
];

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** A number from 0 to 1 that looks random, and is the same for the same arguments. */
function noise(seed: number, index: number): number {
  const value = Math.sin(seed * 127.1 + index * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}
