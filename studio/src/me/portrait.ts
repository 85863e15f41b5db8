import { inView } from '../api/in-view.ts';
import type { Me } from '../api/project.ts';

/** The address of a file's picture, small and square. */
export const smallPicture = (project: string, hash: string): string =>
  inView(`/${encodeURIComponent(project)}/assets/${encodeURIComponent(hash)}?key=directus-small-crop`);

/** The address of a person's picture, small and square; null without one. */
export const portraitUrl = (project: string, { avatar }: Pick<Me, 'avatar'>): string | null =>
  avatar ? smallPicture(project, avatar.private_hash) : null;
