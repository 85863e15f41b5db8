/** The sections of the user's own pages, by their names in addresses. */
export const SECTIONS = ['profile', 'security', 'sessions', 'look', 'keys'] as const;
export type Section = (typeof SECTIONS)[number];

/** The section that an address names; the first without one. */
export const sectionOf = (name: unknown): Section => SECTIONS.find((section) => section === name) ?? 'profile';
