/** A provider of single sign-on. */
export interface Provider {
  readonly name: string;
  readonly label: string;
}

const LABELS: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  okta: 'Okta',
  facebook: 'Facebook',
};

/** The providers that a project names: by texts, or by objects with a name. */
export function providersOf(rows: unknown): readonly Provider[] {
  const names = (Array.isArray(rows) ? rows : []).map((row) => (typeof row === 'string' ? row : row?.name));
  return names
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .map((name) => ({ name, label: LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1) }));
}

/** The address that begins a sign-in with a provider, and comes back to the sign-in page. */
export function providerUrl(project: string, provider: string, next: string): string {
  const key = encodeURIComponent(project);
  const back = `/studio/${key}/sign-in?${new URLSearchParams({ via: 'sso', next })}`;
  const query = new URLSearchParams({ mode: 'cookie', redirect_url: back });
  return `/${key}/auth/sso/${encodeURIComponent(provider)}?${query}`;
}
