/** The tools of the section, in the order of its navigation. The first is the default. */
export const TOOLS = ['requests', 'webhooks', 'failures', 'graphql', 'extensions', 'types'] as const;
export type Tool = (typeof TOOLS)[number];

/** The tool that an address names. */
export const toolOf = (given: unknown): Tool => TOOLS.find((tool) => tool === given) ?? 'requests';
