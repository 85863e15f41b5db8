import { dirname, join } from 'node:path';
import { locatedAuthority } from '../config/authority.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import { mailConfigOf } from '../mail/mail-config.ts';
import { MailTemplates } from '../mail/templates.ts';
import { openTransport } from '../mail/transport.ts';
import type { Surroundings } from '../persistence/surroundings.ts';
import type { Mailer } from '../services/mail/mailer.ts';

/** The mailer of a project: its own templates take precedence over the shared ones. */
export function mailerOf({ project, sections }: ProjectConfig, { extensions, log }: Surroundings): Mailer {
  const given = mailConfigOf(sections);
  const config = { ...given, ca: given.ca && locatedAuthority(given.ca, dirname(extensions)) };
  const templates = new MailTemplates([
    join(extensions, 'projects', project, 'mail'),
    join(extensions, 'custom', 'mail'),
  ]);
  // Load the engine early, so that the first mail is not delayed.
  if (config.transport !== 'none') void templates.warmUp();
  return {
    config,
    templates,
    transport: openTransport(config, ({ to, subject, text }) =>
      log.info({ project, to: to.map(({ email }) => email), subject, text }, 'mail'),
    ),
  };
}
