/** Scripts with look-alike letters. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Glagolitic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
/** Invisible characters: controls, zero-width characters, direction marks, and spaces other than the plain one. */
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}/u;

/** Lower-case letters of other scripts that look like Latin ones. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'аα:a',
    'в:b',
    'сϲ:c',
    'ԁ:d',
    'еε:e',
    'һн:h',
    'іι:i',
    'ј:j',
    'кκ:k',
    'ӏ:l',
    'м:m',
    'оο:o',
    'рρ:p',
    'ԛ:q',
    'ѕ:s',
    'тτ:t',
    'υ:u',
    'ν:v',
    'ԝω:w',
    'хχ:x',
    'уγ:y',
    'ζ:z',
  ].flatMap((entry) => {
    const [letters = '', latin = ''] = entry.split(':');
    return [...letters].map((letter) => [letter, latin] as const);
  }),
);

/** Why people could mistake a name for another one; undefined if they could not. */
export function confusable(name: string): string | undefined {
  if (UNSEEN.test(name)) return 'it has characters that nobody sees';
  if (name !== name.normalize('NFC')) return 'its accents are not in the usual form (NFC)';
  if (ALIKE.filter((script) => script.test(name)).length > 1) return 'it mixes letters of scripts that look alike';
  return undefined;
}

/** A key that is equal for names that people cannot tell apart, whatever their case and script. */
export function appearance(name: string): string {
  return [...name.normalize('NFKC').toLowerCase()].map((letter) => LOOKS_LIKE[letter] ?? letter).join('');
}
