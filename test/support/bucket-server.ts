import S3rver from 's3rver';
import { BucketStore } from './bucket-store.ts';

const BUCKET = 'uploads';

/** A server of the S3 protocol on 127.0.0.1, with one bucket. */
export interface BucketServer {
  /** The `storage` section of a project that keeps its files there. */
  readonly section: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a server on a free port; `stop` ends it and discards what it holds. */
export async function startBucketServer(): Promise<BucketServer> {
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true });
  server.store = server.context.store = new BucketStore(BUCKET);
  const { port } = await server.run();
  return {
    section: {
      adapter: 's3',
      key: 'S3RVER',
      secret: 'S3RVER',
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
    },
    stop: () => server.close(),
  };
}
