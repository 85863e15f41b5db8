import { isShorthand, posixInside, shorthand, shorthandInside } from './classes.ts';
import { both, joined, literal, numbered, type Piece, searchOnly, Unsupported } from './piece.ts';

/** The modifiers that change the meaning of a pattern. */
export interface Modifiers {
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly unicode: boolean;
  readonly dollarEndOnly: boolean;
}

const WORD = '[\\p{L}\\p{N}_]';
const PLAIN_WORD = '[0-9A-Za-z_]';
const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, e: 0x1b, a: 0x07 };

/**
 * Translates the part of a PHP pattern between the delimiters to the syntax of the engines. Throws {@link Unsupported}
 * for what none of them handles exactly as PHP. (Contract, I-98 and S-93.)
 */
export function translate(body: string, modifiers: Modifiers): Piece {
  return new Translation(body, modifiers).whole();
}

class Translation {
  readonly #body: string;
  readonly #modifiers: Modifiers;
  #at = 0;

  constructor(body: string, modifiers: Modifiers) {
    this.#body = body;
    this.#modifiers = modifiers;
  }

  whole(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.#body.length) pieces.push(this.#next());
    return joined(pieces);
  }

  #next(): Piece {
    const quantifier = this.#take(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (quantifier !== null) return this.#quantifier(quantifier);
    const character = this.#character();
    switch (character) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#brackets();
      case '(':
        return this.#group();
      case ')':
      case '|':
        return both(character);
      case '^':
        return this.#modifiers.multiline ? searchOnly('(?:(?<![\\s\\S])|(?<=\\n)(?=[\\s\\S]))') : both('^');
      case '$':
        return this.#modifiers.multiline
          ? searchOnly('(?=\\n|(?![\\s\\S]))')
          : this.#end(this.#modifiers.dollarEndOnly);
      case '.':
        return this.#modifiers.dotAll ? { linear: '(?s:.)', search: '[\\s\\S]' } : both('[^\\n]');
      default:
        return literal(character);
    }
  }

  /** Whether a quantifier is greedy makes no difference to whether there is a match. */
  #quantifier(text: string): Piece {
    const kind = this.#take(/[+?]/y);
    if (kind === '+') throw new Unsupported(`the possessive quantifier "${text}+"`);
    return both(text);
  }

  /** The end of the text; by default PHP allows a line break before it. */
  #end(only: boolean): Piece {
    if (only) return { linear: '\\z', search: '(?![\\s\\S])' };
    const isLast = /^(?:\)|\||$)/.test(this.#body.slice(this.#at));
    return { linear: isLast ? '(?:\\n?\\z)' : null, search: '(?=\\n?(?![\\s\\S]))' };
  }

  #group(): Piece {
    if (this.#take(/\*/y) !== null) throw new Unsupported('a verb "(*"');
    if (this.#take(/\?/y) === null) return both('(');
    if (this.#take(/#[^)]*\)/y) !== null) return both('');
    if (this.#take(/:/y) !== null) return both('(?:');
    if (this.#take(/i:/y) !== null) return { linear: '(?i:', search: null };
    if (this.#take(/i\)/y) !== null) return { linear: '(?i)', search: null };
    const around = this.#take(/<?[=!]/y);
    if (around !== null) return searchOnly(`(?${around}`);
    const back = this.#take(/P=\w{1,32}\)/y);
    if (back !== null) return searchOnly(`(?:\\k<${back.slice(2, -1)}>)`);
    const name = this.#take(/P?<[A-Za-z_]\w{0,31}>|'[A-Za-z_]\w{0,31}'/y);
    if (name !== null) return { linear: '(', search: `(?<${name.replace(/^P?[<']|[>']$/g, '')}>` };
    throw new Unsupported(`the group "(?${this.#body.slice(this.#at, this.#at + 2)}"`);
  }

  #escape(): Piece {
    const { unicode } = this.#modifiers;
    const quoted = this.#take(/Q[\s\S]*?(?:\\E|$)/y);
    if (quoted !== null) return joined([...quoted.slice(1).replace(/\\E$/, '')].map(literal));
    const back = this.#take(/[1-9](?!\d)/y);
    if (back !== null) return searchOnly(`(?:\\${back})`);
    const named = this.#take(/k(?:<\w{1,32}>|\{\w{1,32}\}|'\w{1,32}')/y);
    if (named !== null) return searchOnly(`(?:\\k<${named.slice(2, -1)}>)`);
    const single = this.#single();
    if (single) return single;
    const letter = this.#character();
    if (isShorthand(letter)) return shorthand(letter, unicode);
    switch (letter) {
      case 'b':
      case 'B':
        return boundary(letter, unicode);
      case 'A':
        return { linear: '\\A', search: '(?<![\\s\\S])' };
      case 'z':
        return this.#end(true);
      case 'Z':
        return this.#end(false);
      case 'E':
        return both('');
      default:
        throw new Unsupported(`"\\${letter}"`);
    }
  }

  /** An escape that denotes a single character or a property, inside or outside brackets; undefined for any other. */
  #single(): Piece | undefined {
    const hex = this.#take(/x(?:\{[0-9a-f]{1,6}\}|[0-9a-f]{2})/iy);
    if (hex !== null) return numbered(Number.parseInt(hex.replace(/[x{}]/gi, ''), 16));
    const octal = this.#take(/0[0-7]{0,2}|[1-3][0-7]{2}/y);
    if (octal !== null) return numbered(Number.parseInt(octal, 8));
    const property = this.#take(/p(?:[A-Z]|\{\^?[A-Za-z_&]{1,40}\})/iy);
    if (property !== null) return propertyNamed(property);
    const control = this.#take(/[nrtfea]/y);
    if (control !== null) return numbered(CONTROLS[control] ?? 0);
    const sign = this.#take(/[^\w]/suy);
    return sign === null ? undefined : literalInside(sign);
  }

  #brackets(): Piece {
    const pieces: Piece[] = [both(this.#take(/\^/y) === null ? '[' : '[^')];
    const begin = this.#at;
    while (this.#at < this.#body.length) {
      if (this.#at > begin && this.#take(/\]/y) !== null) return joined([...pieces, both(']')]);
      pieces.push(this.#member());
    }
    throw new Unsupported('"[" without "]"');
  }

  #member(): Piece {
    const posix = this.#take(/\[:\^?\w{1,10}:\]/y);
    if (posix !== null) return posixInside(posix.slice(2, -2), this.#modifiers.unicode);
    if (this.#take(/\\/y) === null) {
      const isRange = /^[^\\]-(?![\]])/su.test(this.#body.slice(this.#at, this.#at + 5));
      const first = literalInside(this.#character());
      return isRange && this.#take(/-(?!\[:|\\[a-zA-Z])/y) !== null ? joined([first, both('-')]) : first;
    }
    const several = this.#take(/[dwshv]/iy);
    if (several !== null) return shorthandInside(several, this.#modifiers.unicode);
    if (this.#take(/b/y) !== null) return numbered(8);
    const single = this.#single();
    if (!single) throw new Unsupported(`"\\${this.#character()}" in brackets`);
    return this.#take(/-(?=[^\]\\])/y) === null ? single : joined([single, both('-')]);
  }

  /** Consumes the text that a regular expression matches at the current position; null if it does not match. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#body) ?? [null];
    if (text !== null) this.#at += text.length;
    return text;
  }

  #character(): string {
    const character = String.fromCodePoint(this.#body.codePointAt(this.#at) ?? 0);
    if (this.#at >= this.#body.length) throw new Unsupported('a backslash at the end');
    this.#at += character.length;
    return character;
  }
}

function literalInside(character: string): Piece {
  return character === '-' ? both('\\-') : literal(character);
}

function boundary(letter: 'b' | 'B', unicode: boolean): Piece {
  const word = unicode ? WORD : PLAIN_WORD;
  const edge = `(?<=${word})(?!${word})|(?<!${word})(?=${word})`;
  const between = `(?<=${word})(?=${word})|(?<!${word})(?!${word})`;
  return { linear: unicode ? null : `\\${letter}`, search: `(?:${letter === 'b' ? edge : between})` };
}

/** `pL`, `p{Lu}`, `P{^Greek}`: a category or a script. */
function propertyNamed(text: string): Piece {
  const name = text.replace(/^[pP]|[{}^]/g, '');
  const isNegated = text.startsWith('P') !== text.includes('^');
  const sign = isNegated ? 'P' : 'p';
  if (/^[CLMNPSZ][a-z]?$/.test(name)) return both(`\\${sign}{${name}}`);
  if (/^[A-Z][a-z]+(?:_[A-Z][a-z]+)*$/.test(name) && name !== 'Any')
    return { linear: `\\${sign}{${name}}`, search: `\\${sign}{Script=${name}}` };
  throw new Unsupported(`"\\${text}"`);
}
