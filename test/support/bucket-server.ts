import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

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
