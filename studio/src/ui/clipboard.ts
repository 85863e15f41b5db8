/** Copies a text to the clipboard. Throws if the browser refuses. */
export async function copyToClipboard(text: string): Promise<void> {
  // Browsers hide it from pages without https.
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyByCommand(text);
}

function copyByCommand(text: string): void {
  const focused = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text, className: 'unseen', readOnly: true });
  // A dialog takes back the focus from anything beside it.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isDone) throw new Error('The browser does not copy');
}
