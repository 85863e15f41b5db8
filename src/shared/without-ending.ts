/** A text without the characters of one kind that it ends with: in the time that they take, however many they are. */
export function withoutEnding(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
