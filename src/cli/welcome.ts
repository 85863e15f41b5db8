import type { SampleSecrets } from '../sample/create.ts';

/** The sample project, its address, and how to sign in. */
interface Welcome {
  readonly address: string;
  readonly key: string;
  readonly secrets: SampleSecrets;
  /** Whether the server serves Studio. */
  readonly studio: boolean;
}

/** The message after the sample project was created: how to sign in, and three requests to paste. */
export function welcome({ address, key, secrets, studio }: Welcome): string {
  const { email, password, token } = secrets;
  const items = `${address}/${key}/items/articles`;
  const bearer = `-H 'Authorization: Bearer ${token}'`;
  return `
The sample project "${key}" is ready: a small magazine. These secrets are shown only now:
${studio ? `\n  Studio          ${address}/studio/${key}` : ''}
  administrator   ${email}
  password        ${password}
  static token    ${token}

Try it (published articles can be read without the token too):

  curl -g '${items}?fields=id,status,title&limit=3' ${bearer}

  curl -g '${items}/1?fields=title,author.name,tags.tag.name' ${bearer}

  curl '${items}' ${bearer} -H 'Content-Type: application/json' -d '{"title":"My first article","author":1,"tags":[{"tag":2}]}'

`;
}
