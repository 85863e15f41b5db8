declare module 's3rver' {
  /** The part of the library that the tests use; it brings no types. */
  export interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly content: Buffer | import('node:stream').Readable;
  }

  export interface Store {
    putObject(object: StoredObject): Promise<{ readonly size: number; readonly md5: string }>;
    putMetadata(bucket: string, key: string, metadata: StoredObject['metadata'], md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }

  export default class S3rver {
    readonly store: Store;
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<import('node:net').AddressInfo>;
    close(): Promise<void>;
  }
}
