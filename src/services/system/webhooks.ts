import type { WriteRules } from './rules.ts';

/** Webhooks: one that lacks its address or its event could never be sent. (Facts of auth and users, section 4.7.) */
export const webhooksRules: WriteRules = { required: ['http_action', 'url', 'collection', 'directus_action'] };
