import { expect, it } from 'vitest';
import type { DatabaseConfig } from '../../../src/config/project-config.ts';
import { isSameDatabase } from '../../../src/projects/same-database.ts';

const shop: DatabaseConfig = { type: 'mysql', name: 'shop', host: 'db.example.com', port: 3306, user: 'octavo' };
const here: DatabaseConfig = { ...shop, host: 'localhost' };

it.each<[DatabaseConfig, DatabaseConfig]>([
  [shop, { ...shop, user: 'other' }],
  [shop, { ...shop, host: 'DB.example.com.' }],
  [here, { ...shop, host: '127.0.0.1' }],
  [here, { ...shop, host: '::1' }],
  [here, { type: 'mysql', name: 'shop' }],
  [
    { ...shop, socket: '/run/mysqld.sock' },
    { ...here, socket: '/run/mysqld.sock' },
  ],
  [
    { type: 'sqlite', name: 'shop' },
    { type: 'sqlite', name: 'shop' },
  ],
])('%o is the same database as %o', (one, other) => {
  expect(isSameDatabase(one, other)).toBe(true);
});

it.each<[DatabaseConfig, DatabaseConfig]>([
  [shop, here],
  [shop, { ...shop, name: 'Shop' }],
  [shop, { ...shop, port: 3307 }],
  [shop, { ...shop, type: 'postgres' }],
  [here, { ...here, socket: '/run/mysqld.sock' }],
  [
    { type: 'sqlite', name: 'shop' },
    { type: 'sqlite', name: 'SHOP' },
  ],
])('%o is another database than %o', (one, other) => {
  expect(isSameDatabase(one, other)).toBe(false);
});
