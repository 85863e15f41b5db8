import { keepText } from '../storage.ts';

const PROJECT = 'octavo.project';
const ADDRESS = 'octavo.address.';

/** The project that was open last in this browser. */
export const lastProject = (): string | null => localStorage.getItem(PROJECT);

export const rememberProject = (key: string): void => keepText(PROJECT, key);

/** The address that signed in to a project last in this browser; empty where there was none. */
export const lastAddress = (project: string): string => localStorage.getItem(ADDRESS + project) ?? '';

export const rememberAddress = (project: string, address: string): void => keepText(ADDRESS + project, address);
