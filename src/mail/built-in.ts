/** A button and, for mail programs that do not show it, its address. */
const action = (
  url: string,
  label: string,
): string => `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
<tr><td style="border-radius:6px;background:{{ brand.color|default('#8e2f2a') }};border:1px solid {{ brand.edge|default('#8e2f2a') }}"><a href="{{ ${url} }}" style="display:inline-block;padding:10px 20px;color:{{ brand.ink|default('#ffffff') }};text-decoration:none;font-weight:600">${label}</a></td></tr>
</table>
<p style="margin:0 0 4px;color:#5d5a53;font-size:13px">If the button does not work, open this address:</p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="{{ ${url} }}" style="color:#5d5a53">{{ ${url} }}</a></p>`;

const NAME = '{{ settings.project_name|default(api.project) }}';
const RAW_NAME = '{{ settings.project_name|default(api.project)|raw }}';

/**
 * The mail templates, which a project may override with files of the same names. Names and variables are those of
 * Directus 8, plus `brand`, `ends_in` and the texts of mails; the wording is Octavo's. (Contract, M-12.)
 */
export const BUILT_IN: Readonly<Record<string, string>> = {
  'base.twig': `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#fbfaf7;color:#1c1b19;font:15px/24px Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font:600 20px/28px 'Source Serif 4',Georgia,serif">${NAME}</p>
<div style="background:#ffffff;border:1px solid #e4e0d8;border-top:4px solid {{ brand.edge|default('#8e2f2a') }};border-radius:6px;padding:24px 32px">{% block content %}{{ body|raw }}{% endblock %}</div>
{% include "footer.twig" %}
</div>
</body>
</html>
`,
  'footer.twig': `<p style="margin:16px 0 0;color:#726e65;font-size:13px">${NAME}{% if settings.project_url %} · <a href="{{ settings.project_url }}" style="color:inherit">{{ settings.project_url }}</a>{% endif %}</p>
`,
  'plain.twig': `{{ body|raw }}

-- 
{{ settings.project_name|raw }}{% if settings.project_url %}

{{ settings.project_url|raw }}{% endif %}
`,
  'reset-password.twig': `{% extends "base.twig" %}
{% block content %}
<h1 style="margin:0 0 16px;font:600 24px/32px 'Source Serif 4',Georgia,serif">Choose a new password</h1>
<p style="margin:0">Hello{% if user_full_name %} {{ user_full_name }}{% endif %}, somebody, probably you, has asked for a new password for ${NAME}.</p>
${action('reset_url', 'Choose a new password')}
<p style="margin:0">The link works once{% if ends_in %}, within {{ ends_in }}{% endif %}. If you did not ask for it, there is nothing to do: your password stays as it is.</p>
{% endblock %}
`,
  'reset-password-text.twig': `Hello{% if user_full_name %} {{ user_full_name|raw }}{% endif %},

somebody, probably you, has asked for a new password for ${RAW_NAME}.
Choose it here:

{{ reset_url|raw }}

The link works once{% if ends_in %}, within {{ ends_in|raw }}{% endif %}. If you did not ask for it, there is nothing to do:
your password stays as it is.
`,
  'user-invitation.twig': `{% extends "base.twig" %}
{% block content %}
<h1 style="margin:0 0 16px;font:600 24px/32px 'Source Serif 4',Georgia,serif">Join ${NAME}</h1>
<p style="margin:0">Hello, you have been invited to work on ${NAME}.</p>
${action('invitation_url', 'Accept the invitation')}
<p style="margin:0">The invitation counts once{% if ends_in %}, within {{ ends_in }}{% endif %}. If you did not expect it, you can ignore this mail: nothing happens until you accept.</p>
{% endblock %}
`,
  'user-invitation-text.twig': `Hello,

you have been invited to work on ${RAW_NAME}.
Accept the invitation here:

{{ invitation_url|raw }}

The invitation counts once{% if ends_in %}, within {{ ends_in|raw }}{% endif %}. If you did not expect it, you can ignore this
mail: nothing happens until you accept.
`,
  'mention.twig': `{% extends "base.twig" %}
{% block content %}
<h1 style="margin:0 0 16px;font:600 24px/32px 'Source Serif 4',Georgia,serif">{{ author }} mentioned you</h1>
<p style="margin:0">{{ author }} mentioned you in a comment in ${NAME}.</p>
{% if item_url %}${action('item_url', 'Read the comment')}{% endif %}
<p style="margin:0">You can turn these mails off on your own page.</p>
{% endblock %}
`,
  'mention-text.twig': `{{ author|raw }} mentioned you in a comment in ${RAW_NAME}.
{% if item_url %}
{{ item_url|raw }}
{% endif %}
You can turn these mails off on your own page.
`,
  'task.twig': `{% extends "base.twig" %}
{% block content %}
<h1 style="margin:0 0 16px;font:600 24px/32px 'Source Serif 4',Georgia,serif">{{ headline }}</h1>
<p style="margin:0">{{ sentence }} It is in ${NAME}.{% if due %} It should be done by {{ due }}.{% endif %}</p>
{% if item_url %}${action('item_url', 'Open the item')}{% endif %}
<p style="margin:0">You can turn these mails off on your own page.</p>
{% endblock %}
`,
  'task-text.twig': `{{ sentence|raw }} It is in ${RAW_NAME}.{% if due %} It should be done by {{ due|raw }}.{% endif %}

{% if item_url %}
{{ item_url|raw }}
{% endif %}
You can turn these mails off on your own page.
`,
};
