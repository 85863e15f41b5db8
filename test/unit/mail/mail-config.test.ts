import { describe, expect, it } from 'vitest';
import { mailConfigOf } from '../../../src/mail/mail-config.ts';

describe('the configuration of mail', () => {
  it('is parsed flat and below "default", with the port that belongs to the encryption', () => {
    const flat = mailConfigOf({ mail: { transport: 'smtp', host: 'mx', encryption: 'ssl' }, mail_from: 'a@b.c' });
    expect(flat).toMatchObject({ transport: 'smtp', host: 'mx', port: 465, encryption: 'ssl', from: 'a@b.c' });
    const nested = mailConfigOf({ mail: { default: { transport: 'sendmail', from: 'x@y.z', port: '2525' } } });
    expect(nested).toMatchObject({ transport: 'sendmail', port: 2525, from: 'x@y.z' });
  });

  it('sends nothing if nothing is configured, and never logs a mail unless told to', () => {
    expect(mailConfigOf({}).transport).toBe('none');
  });
});
