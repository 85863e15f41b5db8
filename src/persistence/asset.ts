/** The columns that delivering a file needs. */
export interface AssetFile {
  readonly id: number;
  readonly privateHash: string;
  readonly filenameDisk: string;
  readonly filenameDownload: string;
  readonly type: string;
  /** The object's MD5 in hexadecimal digits; empty if unknown. */
  readonly checksum: string;
}
