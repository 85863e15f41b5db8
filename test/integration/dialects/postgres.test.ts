import { start } from '../../support/engines/postgres.ts';
import { testDialect } from './postgres-suite.ts';

testDialect('PostgreSQL', await start());
