/** Keeps a text in this browser, for which it may have no room. */
export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It only saves the user a choice.
  }
}
