import { unprocessable } from '../errors/unprocessable.ts';

/** Elements that the body of a mail may have. (Contract, M-10.) */
const TAGS = 'b i a p br hr button h1 h2 h3 h4 h5 table thead tbody tfoot th tr td'.split(' ');

/** The time to clean elements within one another grows with the square of their number. */
const MAX_TAGS = 10_000;

/** The body of a mail without disallowed elements, whose text is kept. Error 12 for too many tags. */
export async function cleanBody(html: string): Promise<string> {
  if (html.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1)
    throw unprocessable(`The body of a mail has at most ${MAX_TAGS} tags`);
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
  });
}
