import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCodings, type Coding } from '../content-codings.ts';
import { tagAnswer } from '../entity-tags.ts';
import { openBelow } from '../file-below.ts';
import { mediaTypeOf } from '../media-types.ts';

/**
 * Sends a file from a folder, precompressed if such a copy exists, or 304 if the client has it; null if there is no
 * such file. Entity tags are made from the bytes, because files of a package have no dates or sizes that distinguish
 * versions. `state` stands for the headers that a client caches with the file.
 */
export async function sendStudioFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  path: string,
  caching: string,
  state = '',
): Promise<FastifyReply | null> {
  const found = await findCoded(root, path, acceptedCodings(request.headers['accept-encoding']));
  if (!found) return null;
  const { contents, coding } = found;
  reply.header('Cache-Control', caching).header('Vary', 'Accept-Encoding');
  if (coding) reply.header('Content-Encoding', coding.name);
  if (tagAnswer(request, reply, tagOf(contents, state))) return reply.code(304).send();
  return reply.type(mediaTypeOf(path)).send(contents);
}

interface Found {
  readonly contents: Buffer;
  readonly coding: Coding | null;
}

async function findCoded(root: string, path: string, codings: readonly Coding[]): Promise<Found | null> {
  for (const coding of codings) {
    const contents = await contentsOf(root, `${path}${coding.ending}`);
    if (contents) return { contents, coding };
  }
  const contents = await contentsOf(root, path);
  return contents && { contents, coding: null };
}

async function contentsOf(root: string, path: string): Promise<Buffer | null> {
  const file = await openBelow(root, path);
  if (!file) return null;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const tagOf = (contents: Buffer, state: string): string =>
  createHash('sha256').update(contents).update(state).digest('base64url').slice(0, 22);
