/** Elements that the body of a mail may have. (Contract, M-10.) */
const TAGS = 'b i a p br hr button h1 h2 h3 h4 h5 table thead tbody tfoot th tr td'.split(' ');

/** The body of a mail without disallowed elements, whose text is kept. */
export async function cleanBody(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
  });
}
