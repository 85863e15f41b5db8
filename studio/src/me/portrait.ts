import type { Me } from '../api/project.ts';

/** The address of a person's picture, small and square; null without one. */
export const portraitUrl = (project: string, { avatar }: Pick<Me, 'avatar'>): string | null =>
  avatar
    ? `/${encodeURIComponent(project)}/assets/${encodeURIComponent(avatar.private_hash)}?key=directus-small-crop`
    : null;
