/** Whether a text has characters beyond U+FFFF, such as emoji, which `information_schema` of MySQL and MariaDB loses. */
export const exceedsBasicPlane = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text);
