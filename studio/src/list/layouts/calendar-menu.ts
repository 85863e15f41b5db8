import { t } from '../../i18n/messages.ts';
import type { MenuEntry } from '../../ui/menu.ts';

/** What can be done to an item of a calendar. */
interface CalendarActions {
  readonly open: () => void;
  readonly shift: (days: number) => void;
  readonly ask: () => void;
  readonly clear: () => void;
}

interface Allowed {
  readonly movable: boolean;
  readonly isDated: boolean;
  readonly mayClear: boolean;
}

/** The menu of an item, which opens it and, if permitted, moves it. */
export function calendarMenu(actions: CalendarActions, { movable, isDated, mayClear }: Allowed): readonly MenuEntry[] {
  const open: MenuEntry = { label: t('layout.openItem'), run: actions.open };
  if (!movable) return [open];
  const another: MenuEntry = { label: t('layout.anotherDay'), run: actions.ask };
  if (!isDated) return [open, 'rule', another];
  const clear: readonly MenuEntry[] = mayClear ? ['rule', { label: t('layout.clearDate'), run: actions.clear }] : [];
  return [open, 'rule', ...shifts(actions), another, ...clear];
}

const shifts = ({ shift }: CalendarActions): readonly MenuEntry[] => [
  { label: t('layout.dayBefore'), keys: 'shift+←', run: () => shift(-1) },
  { label: t('layout.dayAfter'), keys: 'shift+→', run: () => shift(1) },
  { label: t('layout.weekBefore'), keys: 'shift+↑', run: () => shift(-7) },
  { label: t('layout.weekAfter'), keys: 'shift+↓', run: () => shift(7) },
];
