/**
 * The templates of mails that a project may override by a file of the same name. Names and variables are those of the
 * original; the text is ours. (Contract, M-12.)
 */
export const BUILT_IN: Readonly<Record<string, string>> = {
  'base.twig': `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f4f5f7;color:#22262b;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:36em;margin:0 auto;padding:2em 1em">
<p style="font-weight:600">{{ settings.project_name }}</p>
<div style="background:#fff;border-radius:8px;padding:1.5em">{% block content %}{{ body|raw }}{% endblock %}</div>
{% include "footer.twig" %}
</div>
</body>
</html>
`,
  'footer.twig': `<p style="color:#69717c;font-size:13px">{{ settings.project_name }}{% if settings.project_url %} · <a href="{{ settings.project_url }}" style="color:inherit">{{ settings.project_url }}</a>{% endif %}</p>
`,
  'plain.twig': `{{ body|raw }}

-- 
{{ settings.project_name|raw }}{% if settings.project_url %}
{{ settings.project_url|raw }}{% endif %}
`,
  'reset-password.twig': `{% extends "base.twig" %}
{% block content %}
<p>Hello {{ user_full_name }},</p>
<p>somebody, probably you, has asked for a new password for {{ settings.project_name }}. This link lets you choose one:</p>
<p><a href="{{ reset_url }}">Choose a new password</a></p>
<p>It works once, and not for long. If you did not ask for it, there is nothing to do: your password stays as it is.</p>
{% endblock %}
`,
  'user-invitation.twig': `{% extends "base.twig" %}
{% block content %}
<p>Hello,</p>
<p>you have been invited to {{ settings.project_name }}. This link accepts the invitation:</p>
<p><a href="{{ invitation_url }}">Join {{ settings.project_name }}</a></p>
{% endblock %}
`,
};
