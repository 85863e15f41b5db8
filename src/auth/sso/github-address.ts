import { isRecord } from '../../shared/is-record.ts';

/**
 * The address to use among those that GitHub lists. Only verified ones count: first the primary one if it is public,
 * then the first public one, then the primary one, then the first. (Contract, A-130.)
 */
export function githubAddress(list: unknown): string | null {
  const verified = (Array.isArray(list) ? list : []).filter(isRecord).filter((entry) => entry.verified === true);
  const visible = verified.filter(({ visibility }) => visibility === 'public');
  const isPrimary = ({ primary }: Readonly<Record<string, unknown>>): boolean => primary === true;
  const chosen = visible.find(isPrimary) ?? visible[0] ?? verified.find(isPrimary) ?? verified[0];
  return typeof chosen?.email === 'string' ? chosen.email : null;
}
