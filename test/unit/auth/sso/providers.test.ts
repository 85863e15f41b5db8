import { describe, expect, it } from 'vitest';
import { providersOf } from '../../../../src/auth/sso/providers.ts';

describe('providers', () => {
  const of = (name: string, section: object) => providersOf({ social_providers: { [name]: section } }).get(name);

  it('have the endpoints that were registered for Directus 8', () => {
    const client = { client_id: 'id', client_secret: 'secret' };
    expect(of('okta', { ...client, base_url: 'https://acme.okta.com/oauth2/default' })?.issuer).toBe(
      'https://acme.okta.com/oauth2/default',
    );
    expect(of('okta', { ...client, base_url: 'https://acme.okta.com/oauth2/' })?.issuer).toBe('https://acme.okta.com');
    expect(of('google', { ...client, hosted_domain: '*' })).toMatchObject({ form: 'claims', hostedDomain: null });
    expect(of('facebook', { ...client, graph_api_version: 'v2.8' })?.endpoints?.userinfo).toBe(
      'https://graph.facebook.com/v2.8/me?fields=id,email',
    );
    expect(of('github', client)?.endpoints?.userinfo).toBe('https://api.github.com/user');
  });
});
