import { hkdfSync } from 'node:crypto';
import { isGiven } from '../shared/is-given.ts';
import { isRecord } from '../shared/is-record.ts';
import { ConfigError } from './config-error.ts';
import type { ProjectConfig } from './project-config.ts';

const MIN_LENGTH = 16;

/**
 * The secret that signs a project's webhook calls: `webhooks.secret` of its configuration, or else one derived from the
 * project's secret. Throws {@link ConfigError} if it is too short.
 */
export function webhookSecret({ project, auth, sections }: ProjectConfig): string {
  const given = ownSecret(sections);
  if (!isGiven(given))
    return Buffer.from(hkdfSync('sha256', auth.secret, project, 'octavo webhooks', 32)).toString('base64url');
  if (typeof given === 'string' && given.length >= MIN_LENGTH) return given;
  throw new ConfigError(`webhooks.secret of "${project}" must be a text of at least ${MIN_LENGTH} characters`);
}

/** Whether the configuration of a project names the secret of its webhooks. */
export const hasOwnWebhookSecret = ({ sections }: Pick<ProjectConfig, 'sections'>): boolean =>
  isGiven(ownSecret(sections));

const ownSecret = (sections: ProjectConfig['sections']): unknown =>
  isRecord(sections.webhooks) ? sections.webhooks.secret : undefined;
