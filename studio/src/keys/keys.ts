import { onScopeDispose, shallowReactive, watch } from 'vue';

/** A command that keys run: `mod+s`, `shift+x`, or keys in a row such as `g l`. */
export interface KeyCommand {
  readonly keys: string;
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
  /** Whether it also works in text fields, as ⌘S does. */
  readonly whileTyping?: boolean;
  /** If it returns false, the key is left to others for now. */
  readonly when?: () => boolean;
}

/** The scopes of commands, the innermost last; a dialog's come before those of the page below. */
const scopes = shallowReactive<(() => readonly KeyCommand[])[]>([]);
const SEQUENCE_MS = 1200;

/** The commands that keys run now, for the page that lists them. */
export const activeCommands = (): readonly KeyCommand[] =>
  scopes.flatMap((commands) => commands()).filter(({ when }) => when?.() !== false);

/** Lets keys run commands while the calling component is mounted. */
export function useKeys(commands: () => readonly KeyCommand[]): void {
  scopes.push(commands);
  onScopeDispose(() => scopes.splice(scopes.indexOf(commands), 1));
}

/** The scopes of open dialogs, panels and menus. */
const covers = new WeakSet<() => readonly KeyCommand[]>();

/**
 * Reserves plain keys for a dialog, panel or menu while it is open: Escape closes it, and letters choose in it. On the page
 * below, only keys with ⌘ or Ctrl still work.
 */
export function useCover(isOpen: () => boolean): void {
  const cover = (): readonly KeyCommand[] => [];
  covers.add(cover);
  const leave = (): void => {
    const at = scopes.indexOf(cover);
    if (at >= 0) scopes.splice(at, 1);
  };
  watch(isOpen, (is) => (is ? scopes.push(cover) : leave()), { immediate: true, flush: 'sync' });
  onScopeDispose(leave);
}

let before = '';
let pressedAt = 0;

/** Listens to the keyboard; called once. */
export function listenToKeys(target: EventTarget): void {
  target.addEventListener('keydown', (event) => handle(event as KeyboardEvent));
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = nameOf(event);
  if (name === '') return;
  const row = performance.now() - pressedAt < SEQUENCE_MS && before ? `${before} ${name}` : name;
  const command = find(row, event) ?? find(name, event);
  pressedAt = performance.now();
  before = command || isTyping(placeOf(event)) ? '' : name;
  if (!command) return;
  event.preventDefault();
  command.run(event);
}

/** Where a key was pressed, even inside of a shadow root, such as that of an area for code. */
const placeOf = (event: KeyboardEvent): EventTarget | null => event.composedPath()[0] ?? event.target;

function find(keys: string, event: KeyboardEvent): KeyCommand | undefined {
  const typing = isTyping(placeOf(event));
  const fits = (command: KeyCommand): boolean =>
    command.keys === keys && (!typing || command.whileTyping === true) && command.when?.() !== false;
  const inside = scopes.slice(scopes.findLastIndex((commands) => covers.has(commands)) + 1);
  const below = scopes.slice(0, scopes.length - inside.length);
  const listed = (some: typeof scopes): KeyCommand[] => some.toReversed().flatMap((commands) => commands());
  return listed(inside).find(fits) ?? listed(below).find((command) => command.keys.startsWith('mod+') && fits(command));
}

/** A key with its modifiers; shifted letters and signs by what they type. */
function nameOf({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey || ['Meta', 'Control', 'Shift', 'Alt'].includes(key)) return '';
  const isLetter = /^\p{L}$/u.test(key) || key.length > 1;
  return `${metaKey || ctrlKey ? 'mod+' : ''}${shiftKey && isLetter ? 'shift+' : ''}${key.toLowerCase()}`;
}

/** Whether keys that are pressed there are text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
