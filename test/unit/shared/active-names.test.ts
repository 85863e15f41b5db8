import { describe, expect, it } from 'vitest';
import { treatmentOf } from '../../../src/http/active-content.ts';
import { harmlessName, isRunnable } from '../../../src/shared/active-names.ts';
import { sanitized } from '../../../src/storage/disk-name.ts';

describe('a name on disk', () => {
  it.each([
    ['shell.php', 'shell-php.txt'],
    ['Shell.PhP', 'shell-php.txt'],
    ['shell.phtml', 'shell-phtml.txt'],
    ['shell.phar', 'shell-phar.txt'],
    ['shell.php.jpg', 'shell-php.jpg'],
    ['shell.jpg.php5', 'shell.jpg-php5'],
    ['a.php.js', 'a-php-js.txt'],
    ['shell.php.', 'shell-php'],
    ['shell.php.', 'shell-php'],
    ['shell.p\u200bhp', 'shell.p-hp'],
    ['script.js', 'script-js.txt'],
    ['page.shtml', 'page-shtml.txt'],
    ['.htaccess', 'htaccess'],
    ['x.htaccess', 'x-htaccess.txt'],
    ['run.cgi', 'run-cgi.txt'],
    ['photo.of.me.jpg', 'photo.of.me.jpg'],
    ['php', 'php'],
    ['notes.json', 'notes.json'],
    ['drawing.svg', 'drawing.svg'],
  ])('of %j is %j', (given, expected) => {
    expect(sanitized(given)).toBe(expected);
    expect(isRunnable(sanitized(given))).toBe(false);
  });

  it('that is harmless stays as it is', () => {
    expect(harmlessName('Summer 2026.tar.gz')).toBe('Summer 2026.tar.gz');
  });
});

describe('a script or a program', () => {
  it.each([
    ['application/javascript', 'a.js'],
    ['text/javascript', 'a.txt'],
    ['text/plain', 'adopted.php'],
    ['text/plain', 'adopted.phtml'],
    ['application/x-php', 'a'],
    ['image/png', 'photo.php.png'],
    ['text/x-shellscript', 'a'],
  ])('of type %s, called %s, is sent as a download', (type, name) => {
    expect(treatmentOf(type, name)).toBe('saved');
  });

  it('is not assumed for a name that only resembles one', () => {
    expect(treatmentOf('text/plain', 'php')).toBe('shown');
    expect(treatmentOf('image/png', 'js.png')).toBe('shown');
  });
});
