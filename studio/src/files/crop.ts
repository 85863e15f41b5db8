/** A part of a picture, in fractions of its width and height. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MIN_SIDE = 0.02;
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** A moved frame, which stays within the picture. */
export const moved = (frame: Frame, dx: number, dy: number): Frame => ({
  ...frame,
  x: within(frame.x + dx, 0, 1 - frame.width),
  y: within(frame.y + dy, 0, 1 - frame.height),
});

/**
 * A frame whose lower right corner was moved. `ratio` is the width divided by the height that the frame keeps, in fractions of
 * the picture; null for any ratio.
 */
export function resized(frame: Frame, dx: number, dy: number, ratio: number | null): Frame {
  const width = within(frame.width + dx, MIN_SIDE, 1 - frame.x);
  if (ratio === null) return { ...frame, width, height: within(frame.height + dy, MIN_SIDE, 1 - frame.y) };
  const fitting = Math.min(width, (1 - frame.y) * ratio);
  return { ...frame, width: fitting, height: fitting / ratio };
}

/** The largest frame of a ratio, in the middle. */
export function largest(ratio: number | null): Frame {
  if (ratio === null) return { x: 0, y: 0, width: 1, height: 1 };
  const width = Math.min(1, ratio);
  const height = width / ratio;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** The pixels of a frame. */
export function pixelsOf(frame: Frame, width: number, height: number): Frame {
  const x = Math.round(frame.x * width);
  const y = Math.round(frame.y * height);
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(frame.width * width))),
    height: Math.max(1, Math.min(height - y, Math.round(frame.height * height))),
  };
}

const WRITTEN = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The media type in which browsers write a cropped picture. */
export const writtenType = (type: string | null): string => (WRITTEN.has(type ?? '') ? String(type) : 'image/png');

/** Whether a picture can be cropped: drawings have no pixels, and animations would become still. */
export const isCroppable = (type: string | null): boolean =>
  Boolean(type?.startsWith('image/')) && type !== 'image/svg+xml' && type !== 'image/gif';

/** Cuts a frame out of a loaded picture. */
export async function cut(image: HTMLImageElement, frame: Frame, type: string | null): Promise<Blob> {
  await image.decode();
  const { x, y, width, height } = pixelsOf(frame, image.naturalWidth, image.naturalHeight);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, writtenType(type), 0.92));
  if (!blob) throw new Error('the picture could not be written');
  return blob;
}
