// A server of the S3 protocol in a process of its own, which tells its parent how to reach it.
// Usage: fork('bench/bucket.mjs', [folder])
import { mkdirSync } from 'node:fs';
import S3rver from 's3rver';

const [, , directory] = process.argv;
mkdirSync(directory, { recursive: true });
const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'uploads' }] };
const { port } = await new S3rver(options).run();
process.send({
  adapter: 's3',
  key: 'S3RVER',
  secret: 'S3RVER',
  bucket: 'uploads',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
});
process.once('disconnect', () => process.exit());
