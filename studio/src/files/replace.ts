import { type Octavo, OctavoError, type Untyped } from '@octavo/client';
import { t } from '../i18n/messages.ts';

/** Replaces the content of a file. Its id, its names and references to it stay. */
export async function replaceContent(client: Octavo<Untyped>, id: number, content: Blob): Promise<void> {
  const data = await base64(content);
  try {
    await client.files.update(id, { data }, { fields: ['id'], timeout: 0 });
  } catch (error) {
    if (error instanceof OctavoError && error.status === 413)
      throw new OctavoError(413, [{ code: error.code, message: t('files.replaceTooLarge') }], error);
    throw error;
  }
}

function base64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
