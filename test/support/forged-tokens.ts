import { createHmac } from 'node:crypto';
import { EncryptJWT, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

export type Claims = Readonly<Record<string, unknown>>;

export const HEADER = { typ: 'JWT', alg: 'HS256' };

/** Encodes a part of a token: an object, or a text that need not be JSON. */
export function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Header and payload, signed with a shared secret. */
export function signedWith(secret: string, payload: unknown, header: unknown = HEADER, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

const NONE = ['none', 'None', 'NONE', 'nOnE', ' none', 'none\0', '', null, false, 0, ['none'], {}];
const KEYS = [
  '../../../../dev/null',
  '/dev/null',
  "x' UNION SELECT 'mine' -- ",
  '1; DROP TABLE directus_users',
  '|id',
  '\0',
];

/**
 * Tokens that must be rejected because they were made without the secret, by what is wrong with them. `keys` is an
 * address of the attacker's.
 */
export async function forgeries(token: string, claims: Claims, keys: string): Promise<readonly [string, string][]> {
  return [
    ...unsigned(token, claims),
    ...(await withOwnKeys(claims, keys)),
    ...guided(claims, keys),
    ...misspelt(token, claims),
  ];
}

/** Without a signature, or with an invalid one. */
function unsigned(token: string, claims: Claims): [string, string][] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const body = encode(claims);
  return [
    ...NONE.map((alg): [string, string] => [`alg ${JSON.stringify(alg)}`, `${encode({ typ: 'JWT', alg })}.${body}.`]),
    ...NONE.map((alg): [string, string] => [
      `alg ${JSON.stringify(alg)} and the signature of another`,
      `${encode({ typ: 'JWT', alg })}.${body}.${signature}`,
    ]),
    ['alg twice, none last', `${encode('{"typ":"JWT","alg":"HS256","alg":"none"}')}.${body}.`],
    ['alg twice, none first', `${encode('{"typ":"JWT","alg":"none","alg":"HS256"}')}.${body}.`],
    ['an empty signature', `${header}.${payload}.`],
    ['no third part', `${header}.${payload}`],
    ['half a signature', token.slice(0, -20)],
    ['a signature with more behind', `${token}AAAA`],
    ['a signature of zeros', `${header}.${payload}.${Buffer.alloc(32).toString('base64url')}`],
    ['another signature', token.replace(/.{8}$/, 'AAAAAAAA')],
    ['another claim', `${header}.${encode({ ...claims, more: 1 })}.${signature}`],
    ['a claim twice', `${header}.${encode(JSON.stringify(claims).replace('{', '{"id":1,'))}.${signature}`],
  ];
}

/** With the attacker's own keys, embedded in or referenced by the token, and with public keys used as secrets. */
async function withOwnKeys(claims: Claims, keys: string): Promise<[string, string][]> {
  const made: [string, string][] = [];
  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const [jwk, pem] = [await exportJWK(publicKey), await exportSPKI(publicKey)];
    const own = (header: object): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg, ...header }).sign(privateKey);
    made.push([`the key inside, ${alg}`, await own({ jwk })]);
    made.push([`the key at jku, ${alg}`, await own({ jku: keys, kid: 'one' })]);
    made.push([`the key at x5u, ${alg}`, await own({ x5u: keys })]);
    made.push([`the PEM of ${alg} as secret`, signedWith(pem, claims, { ...HEADER, jwk })]);
    made.push([`the JWK of ${alg} as secret`, signedWith(JSON.stringify(jwk), claims, { ...HEADER, jwk })]);
  }
  const zeros = Buffer.alloc(64).toString('base64url');
  made.push(['an ES256 signature of zeros', `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}.${zeros}`]);
  made.push(['a shared key inside', signedWith('mine', claims, { ...HEADER, jwk: { kty: 'oct', k: encode('mine') } })]);
  const secret = Buffer.alloc(32, 'mine');
  const sealed = new EncryptJWT({ ...claims }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' });
  return [...made, ['encryption instead of a signature', await sealed.encrypt(secret)]];
}

/** With headers meant to select another key or other rules. */
function guided(claims: Claims, keys: string): [string, string][] {
  return [
    ...KEYS.flatMap((kid) =>
      ['mine', '\0'].map((secret): [string, string] => [
        `kid ${JSON.stringify(kid)}`,
        signedWith(secret, claims, { ...HEADER, kid }),
      ]),
    ),
    ['jku and a shared key', signedWith('mine', claims, { ...HEADER, jku: keys, x5u: keys, kid: 'one' })],
    ['a certificate inside', signedWith('mine', claims, { ...HEADER, x5c: [encode('mine')] })],
    ['a public name of the project as secret', signedWith(String(claims.key), claims)],
    ['an empty secret', signedWith('', claims)],
    ['the name of the project as secret', signedWith(String(claims.project), claims)],
  ];
}

/** Spelt as no token is. */
function misspelt(token: string, claims: Claims): [string, string][] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [
    ['padding', token.replaceAll('.', '==.')],
    ['padding at the end', `${token}=`],
    ['letters of plain base64', `${header}.${payload}.${Buffer.alloc(32, 0xfb).toString('base64')}`],
    ['letters that are not base64', `${header}.${payload}.!*${signature.slice(2)}`],
    ['a space before', ` ${token}`],
    ['a space behind', `${token} `],
    ['a line end behind', `${token}\n`],
    ['a space inside', `${header}. ${payload}.${signature}`],
    ['a fourth part', `${token}.${signature}`],
    ['an empty part before', `.${token}`],
    ['a dot behind', `${token}.`],
    ['a header that is no object', `${encode('HS256')}.${encode(claims)}.${signature}`],
    ['a payload that is null', signedWith('mine', 'null')],
    ['a payload that is a list', signedWith('mine', [claims])],
    ['a payload that is no JSON', signedWith('mine', '{"id":')],
    ['quotes around', `"${token}"`],
    ['the form of JSON', JSON.stringify({ protected: header, payload, signature })],
  ];
}

/** Tokens whose signature is right but that this server does not take, with whether they are expired. */
export function misissued(secret: string, claims: Claims): readonly [string, string, expired: boolean][] {
  const now = Math.floor(Date.now() / 1000);
  const make = (changed: Claims): string => signedWith(secret, { ...claims, ...changed });
  const headed = (header: object, hash = 'sha256'): string =>
    signedWith(secret, claims, { ...HEADER, ...header }, hash);
  return [
    ['no end', make({ exp: undefined }), false],
    ['an end that is text', make({ exp: String(claims.exp) }), false],
    ['an end that is null', make({ exp: null }), false],
    ['an end that is a list', make({ exp: [claims.exp] }), false],
    ['an end that is a fraction', make({ exp: now + 60.5 }), false],
    ['an end beyond all numbers', make({ exp: 1e300 }), false],
    ['a negative end', make({ exp: -1 }), true],
    ['an end in the past', make({ exp: now - 60 }), true],
    ['a beginning in the future', make({ nbf: now + 600 }), false],
    ['a beginning that is text', make({ nbf: 'now' }), false],
    ['an issue in the future', make({ iat: now + 600 }), false],
    ['another purpose', make({ type: 'none' }), false],
    ['a purpose that is a list', make({ type: [claims.type] }), false],
    ['a user that is text', make({ id: String(claims.id) }), false],
    ['a user that is a condition', make({ id: { gt: 0 } }), false],
    ['a critical extension', headed({ crit: ['exp2'], exp2: 1 }), false],
    ['a payload that is not encoded', headed({ crit: ['b64'], b64: false }), false],
    ['HS512', headed({ alg: 'HS512' }, 'sha512'), false],
    ['HS384', headed({ alg: 'HS384' }, 'sha384'), false],
    ['the length of HS512 under HS256', headed({}, 'sha512'), false],
    ['RS256 and the secret', headed({ alg: 'RS256' }), false],
    ['no algorithm named', signedWith(secret, claims, { typ: 'JWT' }), false],
  ];
}
