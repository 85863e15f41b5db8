/** A text of a workbook with the characters that `_x000D_` and the like stand for. (ECMA-376, ST_Xstring.) */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
