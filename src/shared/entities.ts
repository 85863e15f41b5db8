import { named } from './named.ts';

const NAMED = named<string>({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' });

/** Decodes the predefined HTML and XML entities of a text. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{1,8}));/g, (entity, code, name) => charOf(code, name) ?? entity);
}

function charOf(code: string | undefined, name: string): string | undefined {
  if (code === undefined) return NAMED[name];
  return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : undefined;
}
