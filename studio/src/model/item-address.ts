/** Replaces the key in the address of an item that has not been created yet. */
export const NEW = '+';

const PLUS = /^\++$/;

/** The part of an address that names an item, or a new one. A key of plus signs gets one more, so that it names no new item. */
export const itemParam = (key: string | null): string => (key === null ? NEW : PLUS.test(key) ? `${key}+` : key);

/** The key that a part of an address names; null for a new item. */
export const keyOfParam = (param: string): string | null => (PLUS.test(param) ? param.slice(1) || null : param);
