import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver, { type Store, type StoredObject } from 's3rver';

/** A server of the S3 protocol on 127.0.0.1, with one bucket. */
export interface BucketServer {
  /** The section `storage` of a project that keeps its files there. */
  readonly section: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a server on a free port; `stop` ends it and removes what it holds. */
export async function startBucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'uploads' }],
  });
  const { store } = server;
  store.putObject = (object) => putWhole(store, object);
  const { port } = await server.run();
  return {
    section: {
      adapter: 's3',
      key: 'S3RVER',
      secret: 'S3RVER',
      bucket: 'uploads',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Puts an object whole or not at all, as services do; the library leaves half of it where the client goes away. */
async function putWhole(store: Store, { bucket, key, metadata, content }: StoredObject) {
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const path = store.getResourcePath(bucket, key, 'object');
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, bytes);
  await store.putMetadata(bucket, key, metadata, md5);
  await rename(unfinished, path);
  return { size: bytes.length, md5 };
}
