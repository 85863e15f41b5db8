import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import type { CreateBody } from './create-body.ts';
import type { Installation } from './install.ts';

/** The installation parameters of a body. */
export async function installationOf(body: CreateBody): Promise<Installation> {
  const passwordHash = await hashPassword(body.project, body.userPassword);
  const user = {
    email: body.userEmail,
    passwordHash,
    token: body.userToken,
    timezone: body.timezone,
    locale: body.locale,
  };
  return { projectName: body.projectName, appUrl: body.appUrl, strict: body.strict, user };
}

/** The configuration of the requested project; missing keys are generated at random. */
export function projectConfigOf(body: CreateBody): ProjectConfig {
  const text = (name: string): string | null =>
    typeof body.authSection[name] === 'string' && body.authSection[name] !== '' ? body.authSection[name] : null;
  const auth = {
    ...body.authSection,
    secret: text('secret') ?? randomBytes(32).toString('base64url'),
    public: text('public') ?? randomUUID(),
  };
  return { project: body.project, private: body.private, database: body.database, auth, sections: body.sections };
}
