import { isUtf8 } from 'node:buffer';
import { ApiError } from '../errors/api-error.ts';
import { type Parameter, type ParameterMap, parseParameters, setParameter } from '../query/parse/parameters.ts';

/** PHP's limit on the number of form fields. */
const MAX_FIELDS = 1000;
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/**
 * Parses the body of a form by the rules of query strings. Brackets that number their values without gaps make a list.
 * Throws error 13 for more than 1000 fields. (Contract, R-31.)
 */
export function formBody(text: string): Record<string, unknown> {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new ApiError('invalidPayload');
  return fieldsOf(parseParameters(text));
}

/**
 * Parses the body of a multipart form like that of any other form. Files are left out, as they are no fields. Throws
 * error 13 for more than 1000 parts, text that is not UTF-8, and what is no such form. (Contract, R-32.)
 */
export async function multipartBody(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  if (occurrences(bytes, `--${quoted ?? plain ?? ''}`) > MAX_FIELDS + 1) throw new ApiError('invalidPayload');
  const fields: ParameterMap = Object.create(null);
  for (const [name, value] of await partsOf(bytes, contentType)) {
    if (typeof value !== 'string') continue;
    if (value.includes('\uFFFD') && !isUtf8(bytes)) throw new ApiError('bodyNotUtf8');
    setParameter(fields, name, value);
  }
  return fieldsOf(fields);
}

async function partsOf(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new ApiError('invalidPayload');
  }
}

/** How often a text occurs; counts one more than the fields of a form at most. */
function occurrences(bytes: Buffer, text: string): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count < MAX_FIELDS + 2; at = bytes.indexOf(text, at + text.length))
    count++;
  return count;
}

const fieldsOf = (fields: ParameterMap): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asSent(value)]));

function asSent(parameter: Parameter): unknown {
  if (typeof parameter === 'string') return parameter;
  const entries = Object.entries(parameter).map(([key, value]) => [key, asSent(value)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
