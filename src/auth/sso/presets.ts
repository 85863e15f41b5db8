import { withoutEnding } from '../../shared/without-ending.ts';
import type { Endpoints, ProfileForm } from './provider.ts';

type Section = Readonly<Record<string, unknown>>;

/** The properties of a provider besides the client. */
interface Preset {
  readonly issuer: string;
  readonly form: ProfileForm;
  readonly endpoints: Endpoints | null;
  readonly scopes: readonly string[];
}

const text = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? withoutEnding(value, '/') : fallback;

function google({ issuer }: Section): Preset {
  return connect(text(issuer, 'https://accounts.google.com'));
}

/** Okta organisations are issuers themselves, although their endpoints are below `/oauth2`. */
function okta({ issuer, base_url: base }: Section): Preset | null {
  const address = text(issuer, text(base, ''));
  return address === '' ? null : connect(address.replace(/\/oauth2$/, ''));
}

function github({ base_url: base }: Section): Preset {
  const site = text(base, 'https://github.com');
  const api = site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`;
  return {
    issuer: `${site}/login/oauth`,
    form: 'github',
    endpoints: {
      authorization: `${site}/login/oauth/authorize`,
      token: `${site}/login/oauth/access_token`,
      userinfo: `${api}/user`,
    },
    scopes: ['user:email'],
  };
}

function facebook({ graph_api_version: given }: Section): Preset {
  const version = text(given, 'v21.0');
  const graph = `https://graph.facebook.com/${version}`;
  return {
    issuer: 'https://www.facebook.com',
    form: 'userinfo',
    endpoints: {
      authorization: `https://www.facebook.com/${version}/dialog/oauth`,
      token: `${graph}/oauth/access_token`,
      userinfo: `${graph}/me?fields=id,email`,
    },
    scopes: ['email'],
  };
}

/** OpenID Connect by issuer, or plain OAuth 2 by endpoints. */
function other(section: Section): Preset | null {
  const [issuer, authorization, token, userinfo] = [
    section.issuer,
    section.authorization_endpoint,
    section.token_endpoint,
    section.userinfo_endpoint,
  ].map((value) => (typeof value === 'string' ? value : ''));
  if (authorization && token && userinfo)
    return { issuer: issuer || userinfo, form: 'userinfo', endpoints: { authorization, token, userinfo }, scopes: [] };
  return issuer ? connect(issuer) : null;
}

function connect(issuer: string): Preset {
  return { issuer, form: 'claims', endpoints: null, scopes: ['openid', 'email'] };
}

const presets: ReadonlyMap<string, (section: Section) => Preset | null> = new Map([
  ['google', google],
  ['okta', okta],
  ['github', github],
  ['facebook', facebook],
  // OAuth 1, which is not supported.
  ['twitter', () => null],
]);

/** The preset of a named provider; null if the configuration is insufficient. */
export function presetOf(name: string, section: Section): Preset | null {
  return (presets.get(name) ?? other)(section);
}
