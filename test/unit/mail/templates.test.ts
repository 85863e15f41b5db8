import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MailTemplates } from '../../../src/mail/templates.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('mail templates', () => {
  const settings = { project_name: 'Plums & <b>Pears</b>' };

  it('escape what they show', async () => {
    const html = await new MailTemplates([]).render('reset-password', {
      settings,
      user_full_name: '<img src=x onerror=1>',
      reset_url: 'https://example.com/?token=a.b.c&x="><a href=//evil>',
    });
    expect(html).toContain('&lt;img src=x onerror=1&gt;');
    expect(html).toContain('Plums &amp; &lt;b&gt;');
    expect(html).not.toMatch(/<img|<a href=\/\//);
  });

  it('of the project take precedence over those of the server, even if one extends another', async () => {
    writeFileSync(join(folder, 'base.twig'), 'OWN {% block content %}{% endblock %} {{ settings.project_name|upper }}');
    const html = await new MailTemplates([folder]).render('user-invitation', { settings, invitation_url: 'https://x' });
    expect(html).toMatch(/^OWN[\s\S]*PLUMS/);
    expect(html).toContain('https://x');
  });

  it('are those of the requesting project, whichever project has rendered or started since', async () => {
    writeFileSync(join(folder, 'own.twig'), 'ONE {{ body }}');
    const [one, other] = [new MailTemplates([folder]), new MailTemplates([])];
    expect(await one.render('own', { body: 'a' })).toBe('ONE a');
    await other.warmUp();
    expect(await one.render('own', { body: 'b' })).toBe('ONE b');
    await other.render('plain', { settings, body: 'c' });
    expect(await one.render('own', { body: 'd' })).toBe('ONE d');
    await expect(other.render('own', { body: 'e' })).rejects.toThrow('no mail template');
  });

  it('end plain texts with the name of the project, and its address on a line of its own', async () => {
    const templates = new MailTemplates([]);
    const named = { settings: { project_name: 'Plums' }, body: 'Hello' };
    expect(await templates.render('plain', named)).toBe('Hello\n\n-- \nPlums');
    const placed = { ...named, settings: { ...named.settings, project_url: 'https://plums.example' } };
    expect(await templates.render('plain', placed)).toBe('Hello\n\n-- \nPlums\nhttps://plums.example');
  });

  it("are never empty: the server's text replaces one that shows nothing", async () => {
    writeFileSync(join(folder, 'reset-password.twig'), '{# nothing #}\n{% if nobody %}Hello{% endif %}');
    writeFileSync(join(folder, 'blank.twig'), ' ');
    const templates = new MailTemplates([folder]);
    const html = await templates.render('reset-password', { settings, reset_url: 'https://x/?token=t' });
    expect(html).toContain('https://x/?token=t');
    expect(html).not.toContain('OWN');
    await expect(templates.render('blank', {})).rejects.toThrow('renders nothing');
  });

  it('cannot leave their folder', async () => {
    writeFileSync(join(folder, 'evil.twig'), '{% include "../../etc/passwd" %}');
    await expect(new MailTemplates([folder]).render('evil', {})).rejects.toThrow('cannot be the name');
    await expect(new MailTemplates([folder]).render('missing', {})).rejects.toThrow('no mail template');
  });
});
