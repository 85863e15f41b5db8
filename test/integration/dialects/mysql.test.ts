import { mysql } from '../../../src/dialects/mysql/dialect.ts';
import { start } from '../../support/engines/mysql.ts';
import { dialectContract } from './contract.ts';

dialectContract('mysql', async () => {
  const engine = await start();
  if ('skipped' in engine) return engine;
  const { db_host: host, db_port: port, db_user: user, db_password: password } = engine.address;
  const database = await mysql.open({ name: 'octavo contract', host, port, user, password });
  return {
    dialect: mysql,
    database,
    async close() {
      await database.close();
      await engine.stop();
    },
  };
});
