/** The files of a drop or a paste. Folders have none: browsers reveal only their names. */
export function filesIn(data: DataTransfer | null): readonly File[] {
  return [...(data?.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .filter((item) => !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}

/** Whether something that is dragged over the window has files. */
export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/** An address that the server may read; null for anything else. */
export function webAddress(text: string): string | null {
  const found = text.trim();
  return /^https?:\/\/[^\s]+\.[^\s]+$/i.test(found) ? found : null;
}
