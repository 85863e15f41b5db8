/** Whether the origin that a browser names is one of the given hosts, which may have ports. */
export function isOwnOrigin(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
