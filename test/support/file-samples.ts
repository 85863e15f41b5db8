import sharp from 'sharp';
import type { TestProject } from './project.ts';

/** A picture of a single colour. */
export const jpeg = (red: number, width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 120, b: 160 } } })
    .jpeg()
    .toBuffer();

/** Uploads a file to a project; returns its id. */
export async function uploadTo(
  project: TestProject,
  name: string,
  content: Buffer | string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const data = Buffer.from(content).toString('base64');
  const { id } = await project.write<{ id: number }>('POST', '/files', { data, filename_download: name, ...more });
  return id;
}
