import type { DatabaseAddress } from './dialect.ts';
import { SideBySide } from './side-by-side.ts';

/** The databases on servers that this process uses. */
export const inUse = new SideBySide();

/** Names a database on a server. */
export const nameOf = ({ host, port, socket, name }: DatabaseAddress): string => [host, port, socket, name].join('|');
