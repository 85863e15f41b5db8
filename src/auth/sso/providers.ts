import { httpUrl } from '../../shared/http-url.ts';
import { isRecord } from '../../shared/is-record.ts';
import { presetOf } from './presets.ts';
import type { Provider } from './provider.ts';

type Section = Readonly<Record<string, unknown>>;

const NAME = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * The providers of `auth.social_providers`, by name. Providers that are switched off, or whose configuration is
 * insufficient, are omitted. (Contract, A-121.)
 */
export function providersOf({ social_providers: given }: Section): ReadonlyMap<string, Provider> {
  const sections = isRecord(given) ? Object.entries(given) : [];
  return new Map(
    sections.flatMap(([name, section]) => {
      const provider = NAME.test(name) && isRecord(section) ? providerOf(name, section) : null;
      return provider ? [[name, provider] as const] : [];
    }),
  );
}

function providerOf(name: string, section: Section): Provider | null {
  const preset = presetOf(name, section);
  const clientId = textOf(section.client_id);
  if (!preset || clientId === null || section.enabled === false || !httpUrl(preset.issuer)) return null;
  const domain = textOf(section.hosted_domain);
  return {
    name,
    ...preset,
    scopes: scopesOf(section.scopes) ?? preset.scopes,
    clientId,
    clientSecret: textOf(section.client_secret),
    clientAuth: textOf(section.token_endpoint_auth_method),
    trustsEmail: section.trust_email === true,
    hostedDomain: domain === '*' ? null : domain,
    icon: textOf(section.icon),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function scopesOf(given: unknown): readonly string[] | null {
  const list = typeof given === 'string' ? given.split(/[\s,]+/) : given;
  const scopes = Array.isArray(list)
    ? list.filter((scope): scope is string => typeof scope === 'string' && scope !== '')
    : [];
  return scopes.length > 0 ? scopes : null;
}
