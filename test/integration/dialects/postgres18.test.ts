import { start } from '../../support/engines/postgres18.ts';
import { testDialect } from './postgres-suite.ts';

testDialect('PostgreSQL 18', await start());
