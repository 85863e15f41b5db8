import { MAX_ROW_LENGTH } from './row.ts';
import { unreadable } from './unreadable.ts';

type Place = 'before' | 'members' | 'value' | 'items' | 'rest' | 'after';

const BLANK = /[\s\uFEFF]/;

/**
 * Splits JSON that arrives in chunks into the texts of the items of its list, which is the complete text or the member
 * `data` of an object. Does not parse the items.
 */
export class JsonItems {
  #place: Place = 'before';
  /** Where the list leads: to the rest of the object that has it, or to the end. */
  #next: Place = 'after';
  /** The number of open brackets. */
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** The text of the item that has begun, or of the last member outside the list. */
  #item = '';
  #member = '';

  /** Yields the items that another chunk completes. Error 4 if the text is not a JSON list. */
  *add(text: string): Generator<string> {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const sign = text[index] ?? '';
      if (this.#passText(sign)) continue;
      if (this.#place === 'items') {
        if (this.#depth === 0 && (sign === ',' || sign === ']')) {
          yield* this.#complete(text.slice(from, index), sign);
          from = index + 1;
        } else this.#count(sign);
      } else if (this.#outside(sign)) from = index + 1;
    }
    if (this.#place !== 'items') return;
    this.#item += text.slice(from);
    if (this.#item.length > MAX_ROW_LENGTH)
      throw unreadable('json', `an item is longer than ${MAX_ROW_LENGTH} characters`);
  }

  /** Must be called after the last chunk. Error 4 if the text ends early. */
  end(): void {
    if (this.#place !== 'after') throw unreadable('json', 'it is not a list of objects, or it ends within one');
  }

  /** Tracks texts, in which brackets and commas have no meaning. */
  #passText(sign: string): boolean {
    if (!this.#inText) {
      this.#inText = sign === '"' && this.#place !== 'after';
      if (this.#inText && this.#place === 'members') this.#member = '';
      return this.#inText;
    }
    if (this.#escaped) this.#escaped = false;
    else if (sign === '\\') this.#escaped = true;
    else if (sign === '"') this.#inText = false;
    if (this.#inText && this.#depth === 0 && this.#member.length < 10) this.#member += sign;
    return true;
  }

  #count(sign: string): void {
    if (sign === '{' || sign === '[') this.#depth++;
    else if (sign === '}' || sign === ']') this.#depth--;
  }

  *#complete(rest: string, sign: string): Generator<string> {
    const item = this.#item + rest;
    this.#item = '';
    const isLast = sign === ']';
    if (isLast) this.#place = this.#next;
    if (item.trim() !== '' || !isLast) yield item;
  }

  /** Advances outside the list; returns whether the list begins here. */
  #outside(sign: string): boolean {
    if (BLANK.test(sign)) return false;
    if (this.#place === 'after') throw unreadable('json', 'something follows its list');
    if (this.#place === 'before') return this.#begin(sign);
    if (this.#place === 'rest') return this.#close(sign);
    if (this.#depth === 0 && this.#place === 'members' && sign === ':') this.#place = 'value';
    else if (this.#depth === 0 && this.#place === 'value' && this.#member === 'data' && sign === '[')
      return this.#list();
    else if (this.#depth === 0 && (sign === ',' || sign === '}')) this.#place = sign === ',' ? 'members' : 'before';
    else this.#count(sign);
    return false;
  }

  #begin(sign: string): boolean {
    if (sign === '[') return this.#list();
    if (sign !== '{') throw unreadable('json', 'it is not a list of objects');
    this.#place = 'members';
    this.#next = 'rest';
    return false;
  }

  #close(sign: string): false {
    if (this.#depth === 0 && sign === '}') this.#place = 'after';
    else this.#count(sign);
    return false;
  }

  #list(): true {
    this.#place = 'items';
    return true;
  }
}
