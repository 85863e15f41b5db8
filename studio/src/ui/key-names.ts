const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl ',
  shift: isMac ? '⇧' : 'Shift ',
  enter: '↵',
  escape: 'Esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** Keys as this machine names them: `mod+z` is ⌘Z or Ctrl Z. */
export const keyNames = (keys: string): string =>
  keys
    .split('+')
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join('');
