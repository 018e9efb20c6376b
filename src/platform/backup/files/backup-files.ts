import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Measuring } from '../../packed/measuring.ts'
import { type FileForm, type Measure, type StoredFile, settle } from '../../packed/packed-file.ts'
import { freshWorkFolder } from './work-folder.ts'

/** `recipients`: public keys of age; none: the files are not encrypted. */
export type BackupTarget = { folder: string; dataDir: string; recipients: readonly string[]; signal: AbortSignal }

/**
 * The files of a backup while it is written. A file to encrypt is written below DATA_DIR first, where its content is
 * anyway, so that the folder of the backup never has it in clear.
 */
export class BackupFiles implements AsyncDisposable {
  readonly #target: BackupTarget
  readonly #measuring = new Measuring()
  readonly #added = new Map<string, { form: FileForm; measured: Measure | null }>()
  readonly #workFolder: (AsyncDisposable & { path: string }) | null

  private constructor(target: BackupTarget, workFolder: (AsyncDisposable & { path: string }) | null) {
    this.#target = target
    this.#workFolder = workFolder
  }

  static async open(target: BackupTarget): Promise<BackupFiles> {
    return new BackupFiles(target, target.recipients.length > 0 ? await freshWorkFolder(target.dataDir) : null)
  }

  /** Has `write` make a new file at the path that it gets. Returns the file's path in the backup; null without one. */
  async add(file: string, form: FileForm, write: (path: string) => Promise<void>): Promise<string | null> {
    const { folder, recipients } = this.#target
    await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 })
    const written = join(this.#workFolder?.path ?? folder, this.#workFolder ? basename(file) : file)
    await write(written)
    if (!(await isThere(written))) return null
    if (!this.#workFolder) {
      this.#added.set(file, { form, measured: null })
      return file
    }
    const name = `${file}.age`
    const measured = await this.#measuring.encrypt(written, form, { to: join(folder, name), recipients })
    await rm(written)
    this.#added.set(name, { form, measured })
    return name
  }

  /** The size, checksum and rows of an added file, which is on the disk afterwards. */
  async stored(path: string): Promise<StoredFile> {
    const { folder, signal } = this.#target
    signal.throwIfAborted()
    const added = this.#added.get(path)
    if (!added) throw new Error(`${path} was not added`)
    await settle(join(folder, path))
    return { path, ...(added.measured ?? (await this.#measuring.measure(join(folder, path), added.form))) }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#target.folder, path), { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#measuring[Symbol.asyncDispose]()
    await this.#workFolder?.[Symbol.asyncDispose]()
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
