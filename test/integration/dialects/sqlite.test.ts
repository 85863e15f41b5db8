import { join } from 'node:path';
import { sqlite } from '../../../src/dialects/sqlite/dialect.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { dialectContract, type Opened } from './contract.ts';

/** What the engine cannot do, by the names of tests. */
const EXCEPTIONS = {
  'knows decimals of thirty digits': 'numbers that are not whole have 15 digits here (decision 0002)',
};

const open = async (): Promise<Opened> => {
  const folder = temporaryFolder();
  const database = await sqlite.open({ name: 'contract', file: join(folder.path, 'contract.db') });
  const close = async (): Promise<void> => {
    await database.close();
    folder.remove();
  };
  return { dialect: sqlite, database, close };
};

dialectContract('sqlite', open, EXCEPTIONS);
