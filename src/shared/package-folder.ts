import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder that Octavo is installed in: the nearest one above this module with a package.json. */
export function packageFolder(from: string = import.meta.dirname): string {
  const above = dirname(from);
  return existsSync(join(from, 'package.json')) || above === from ? from : packageFolder(above);
}
