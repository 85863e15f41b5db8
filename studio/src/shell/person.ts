/** The name of a person, or the address where there is none. */
export function nameOf(person: {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
}): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email || '—';
}
