/** `movie_genres` → `MovieGenres`. The result does not begin with a digit. */
export function pascalCase(name: string): string {
  const words = name.split('_').filter((word) => word !== '');
  const text = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return /^\d/.test(text) ? `_${text}` : text;
}
