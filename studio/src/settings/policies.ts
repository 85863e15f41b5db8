/** A rule for passwords, as a pattern of the server. */
interface Policy {
  readonly name: string;
  readonly pattern: string;
}

/** Rules to choose from; length protects best. */
export const POLICIES: readonly Policy[] = [
  { name: 'any', pattern: '' },
  { name: 'eight', pattern: '/^.{8,}$/' },
  { name: 'twelve', pattern: '/^.{12,}$/' },
  { name: 'mixed', pattern: '/^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{10,}$/' },
];

/** Passwords to test a rule with. */
export const EXAMPLES: readonly string[] = ['salt', 'saltroads', 'Salt-Roads-26', 'nine quiet harbours at dawn'];
