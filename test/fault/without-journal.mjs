// The compiled server with the journal switched off, to show that the tests of faults notice.
import { mysql } from '../../dist/dialects/mysql/dialect.js';

const { open } = mysql;
mysql.open = async (address) => Object.assign(await open(address), { alone: undefined });
await import('../../dist/main.js');
