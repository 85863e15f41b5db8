import { LanguageSupport } from '@codemirror/language';

const LANGUAGES: readonly (readonly [RegExp, () => Promise<LanguageSupport>])[] = [
  [
    /typescript/i,
    async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true, jsx: true }),
  ],
  [/json/i, async () => (await import('@codemirror/lang-json')).json()],
  [
    /javascript|ecmascript|jsx|^js$/i,
    async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  ],
  [/css|sass|less/i, async () => (await import('@codemirror/lang-css')).css()],
  [/html|xml|vue|svg|php|twig|handlebars/i, async () => (await import('@codemirror/lang-html')).html()],
  [/markdown|gfm|^md$/i, async () => (await import('@codemirror/lang-markdown')).markdown()],
];

/**
 * The syntax of a language by its name in options, a MIME type or a mode; null if it is unknown. A page may provide its own
 * language.
 */
export async function languageOf(name: unknown): Promise<LanguageSupport | null> {
  if (name instanceof LanguageSupport) return name;
  const found = LANGUAGES.find(([pattern]) => pattern.test(String(name ?? '')));
  return found ? found[1]() : null;
}
