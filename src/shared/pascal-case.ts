/** `movie_genres` → `MovieGenres`; a digit does not begin a name. */
export function pascalCase(name: string): string {
  const words = name.split('_').filter((word) => word !== '');
  const text = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return /^\d/.test(text) ? `_${text}` : text;
}
