import { t } from '../i18n/messages.ts';
import { showDone, showFailure } from '../ui/toasts.ts';

/** Copies a text to the clipboard, and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    const { copyToClipboard } = await import('../ui/clipboard.ts');
    await copyToClipboard(text);
    showDone(t('developer.copied'));
  } catch (error) {
    showFailure(error);
  }
}
