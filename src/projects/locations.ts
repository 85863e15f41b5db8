import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isEmbedded } from '../config/embedded.ts';
import type { DatabaseConfig, ProjectConfig } from '../config/project-config.ts';
import type { DatabaseAddress } from '../dialects/dialect.ts';
import { type StorageConfig, storageConfigOf } from '../storage/config.ts';
import { backupFiles, removeBackupFiles } from './backup-files.ts';
import { limitsOf, serverAddress } from './server-address.ts';

/** Where the projects of a server keep their databases, files and backups. */
export class Locations {
  readonly #data: string;
  readonly #databases: string;
  readonly #backups: string;

  /** `data` is the folder of embedded databases, uploads and backups. */
  constructor(data: string) {
    this.#data = data;
    this.#databases = join(data, 'databases');
    this.#backups = join(data, 'backups');
  }

  /** The address of the database of a configuration. */
  addressOf(config: DatabaseConfig): DatabaseAddress {
    const { type, name } = config;
    return isEmbedded(type)
      ? { name, file: join(this.#databases, `${name}.db`), limits: limitsOf(config) }
      : serverAddress(config, this.#data);
  }

  /** The storage of a configuration's files. */
  storageConfigOf(config: ProjectConfig): StorageConfig {
    return storageConfigOf(config, this.#data);
  }

  /** The folder of the backups that a project makes. */
  backupFolderOf(project: string): string {
    return join(this.#backups, project);
  }

  /** The file for a backup of rows that are about to be overwritten; another one for each call on each server. */
  backupFileOf(project: string): string {
    const moment = new Date().toISOString().replaceAll(/[:.]/g, '-');
    return join(this.#backups, `${project}-${moment}-${randomBytes(4).toString('hex')}.ndjson`);
  }

  /** The files that contain backups of a project. */
  backupsOf(project: string): readonly string[] {
    return backupFiles(this.#backups, project);
  }

  /** Deletes the files of a closed project, if they are in the folder that the server assigned. */
  async deleteUploads({ project }: ProjectConfig): Promise<void> {
    await rm(join(this.#data, 'uploads', project), { recursive: true, force: true });
  }

  /** Deletes the backups of a closed project. */
  deleteBackups({ project }: ProjectConfig): void {
    removeBackupFiles(this.#backups, project);
  }
}
