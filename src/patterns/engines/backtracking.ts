/** Whether JavaScript's engine can compile a pattern. It may backtrack without limit, so only workers run it. */
export function canBacktrack(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
