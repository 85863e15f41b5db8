const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** A random password of unambiguous letters and digits, with 115 bits. */
export function makePassword(): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < 256 - (256 % LETTERS.length) && letters.length < LENGTH)
        letters.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return letters.join('').replace(/.{5}(?=.)/g, '$&-');
}

/** How hard a password is to guess, from 0 to 4: by its length and by how many kinds of letters it has. */
export function strengthOf(text: string): 0 | 1 | 2 | 3 | 4 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(text)).length;
  const different = new Set(text).size;
  const bits = Math.min(text.length, different * 2) * Math.log2([1, 26, 40, 60, 80][kinds] ?? 1);
  return bits < 28 ? (text === '' ? 0 : 1) : bits < 50 ? 2 : bits < 80 ? 3 : 4;
}
