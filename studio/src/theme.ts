import { readonly, ref, watchEffect } from 'vue';
import { readable, textColourOn } from './model/colour.ts';
import { keepText } from './storage.ts';

export type Theme = 'auto' | 'light' | 'dark';
export type Density = 'normal' | 'compact';

const THEME = 'octavo.theme';
const DENSITY = 'octavo.density';
const dark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = ref(dark.matches);
const chosen = ref<Theme>((localStorage.getItem(THEME) as Theme | null) ?? 'auto');
const rows = ref<Density>((localStorage.getItem(DENSITY) as Density | null) ?? 'normal');
const brand = ref<string | null>(null);
dark.addEventListener('change', () => {
  systemIsDark.value = dark.matches;
});

export const theme = readonly(chosen);
export const density = readonly(rows);

export function setTheme(next: Theme): void {
  chosen.value = next;
  keepText(THEME, next);
}

export function setDensity(next: Density): void {
  rows.value = next;
  keepText(DENSITY, next);
}

/** The colour that a project has chosen in place of the accent; that of new projects is no choice. */
export function setProjectColour(colour: string | null): void {
  brand.value = colour && !UNCHOSEN.has(colour.toLowerCase()) ? colour : null;
}

const UNCHOSEN: ReadonlySet<string> = new Set(['#263238', '#2f80ed']);
const PAPER = { light: '#fbfaf7', dark: '#161513' } as const;

/** Keeps the document's theme what was chosen; called once. */
export function applyTheme(): void {
  watchEffect(() => {
    const shown = chosen.value === 'auto' ? (systemIsDark.value ? 'dark' : 'light') : chosen.value;
    document.documentElement.dataset.theme = shown;
    document.documentElement.dataset.density = rows.value;
    for (const [name, value] of Object.entries(accentsOf(brand.value, PAPER[shown]))) setToken(name, value);
  });
}

function setToken(name: string, value: string | null): void {
  const { style } = document.documentElement;
  if (value === null) style.removeProperty(name);
  else style.setProperty(name, value);
}

/** The tokens that a project's colour replaces, so that text in and on it can be read; null leaves the palette's own. */
function accentsOf(colour: string | null, paper: string): Readonly<Record<string, string | null>> {
  const accent = colour && readable(colour, paper);
  const ink = accent && textColourOn(accent);
  const wash = accent && `color-mix(in srgb, ${accent} 10%, ${paper})`;
  return { '--accent': accent, '--focus': accent, '--accent-ink': ink, '--accent-wash': wash };
}
