import type { Item } from '../query/shape/decoder.ts';

/** What a value within JSON counts in addition to its text: an empty list takes as much memory. */
const VALUE = 32;

/** How much memory the texts and the JSON of an item take, in characters. Its other values do not count. */
export function charactersOf(item: Item): number {
  let characters = 0;
  for (const name in item) {
    const value = item[name];
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) characters += charactersOfJson(value);
  }
  return characters;
}

/** Without recursion, because other programs may have stored JSON of any depth. */
function charactersOfJson(json: object): number {
  let characters = 0;
  const open = [json];
  for (let next = open.pop(); next; next = open.pop()) {
    if (!Array.isArray(next)) for (const name in next) characters += name.length;
    for (const value of Object.values(next)) {
      characters += VALUE;
      if (typeof value === 'string') characters += value.length;
      else if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return characters;
}
