import { messageOf } from '../../shared/message-of.ts';
import type { Reader } from '../dialect.ts';
import { classify } from './errors.ts';

const VIEWS = `SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name`;
/** Compiles the view again each time, and does not run it. */
const COLUMNS = 'SELECT COUNT(*) FROM pragma_table_info(?)';

/** The views that cannot be read, for example because a column is missing, with the reason. */
export async function unreadableViews(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const unreadable = new Map<string, string>();
  for (const [name] of await reader.all({ text: VIEWS, parameters: [] })) {
    const reason = await refusalOf(reader, String(name));
    if (reason !== null) unreadable.set(String(name), reason);
  }
  return unreadable;
}

async function refusalOf(reader: Reader, view: string): Promise<string | null> {
  try {
    await reader.all({ text: COLUMNS, parameters: [view] });
    return null;
  } catch (error) {
    const failure = classify(error);
    if (failure && failure.kind !== 'schema') throw error;
    return messageOf(error);
  }
}
