import { describe, expect, it } from 'vitest';
import { headerType, treatmentOf } from '../../../src/http/active-content.ts';

describe('what a browser could execute', () => {
  it.each([
    ['image/svg+xml', 'sandboxed'],
    ['text/html', 'saved'],
    ['application/xhtml+xml', 'saved'],
    ['application/xml', 'saved'],
    ['application/atom+xml', 'saved'],
    ['application/pdf', 'shown'],
    ['image/png', 'shown'],
    ['text/plain', 'shown'],
  ] as const)('%s is %s', (type, treatment) => {
    expect(treatmentOf(type)).toBe(treatment);
  });

  it('is not admitted by an invalid media type', () => {
    expect(headerType('text/html\r\nX: y')).toBe('application/octet-stream');
    expect(headerType('TEXT/HTML')).toBe('text/html; charset=utf-8');
    expect(headerType('')).toBe('application/octet-stream');
  });
});
