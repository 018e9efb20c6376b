import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Measuring } from '../../packed/measuring.ts'
import { type FileForm, type Measure, type StoredFile, settle } from '../../packed/packed-file.ts'
import type { Backup, BegunBackup } from '../places/place.ts'
import { freshWorkFolder } from '../places/work-folder.ts'

/**
 * `recipients`: public keys of the program `age`; without keys the files are not encrypted. `earlier`: a backup to take
 * files from.
 */
export type BackupTarget = {
  begun: BegunBackup
  earlier: Backup | null
  dataDir: string
  recipients: readonly string[]
  signal: AbortSignal
}

/**
 * The files of a backup while it is written. A file that will be encrypted or sent to a bucket is first written in
 * clear to a work folder below DATA_DIR. The place of an encrypted backup has only its manifest and the checksum of
 * the manifest in clear.
 */
export class BackupFiles implements AsyncDisposable {
  readonly #target: BackupTarget
  readonly #measuring = new Measuring()
  readonly #added = new Map<string, { form: FileForm; measured: Measure | null }>()
  readonly #workFolder: AsyncDisposable & { path: string }

  private constructor(target: BackupTarget, workFolder: AsyncDisposable & { path: string }) {
    this.#target = target
    this.#workFolder = workFolder
  }

  static async open(target: BackupTarget): Promise<BackupFiles> {
    return new BackupFiles(target, await freshWorkFolder(target.dataDir))
  }

  /** Calls `write` with the path of a file to make. Returns the file's path in the backup; null if none was made. */
  async add(file: string, form: FileForm, write: (path: string) => Promise<void>): Promise<string | null> {
    const { begun, recipients } = this.#target
    const isEncrypted = recipients.length > 0
    const name = isEncrypted ? `${file}.age` : file
    const place = begun.pathOf(name)
    if (place !== null) await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    const work = join(this.#workFolder.path, basename(file))
    const written = isEncrypted ? work : (place ?? work)
    await write(written)
    if (!(await isThere(written))) return null
    if (written === place) {
      this.#added.set(name, { form, measured: null })
      return name
    }
    const packed = isEncrypted ? (place ?? `${work}.age`) : work
    const measured = isEncrypted
      ? await this.#measuring.encrypt(work, form, { to: packed, recipients })
      : await this.#measuring.measure(work, form)
    if (place === null) await begun.take(name, packed, measured)
    for (const path of [work, packed]) if (path !== place) await rm(path, { force: true })
    this.#added.set(name, { form, measured })
    return name
  }

  /** Adds files of the earlier backup. False if there is no earlier backup, or a file is missing or truncated. */
  async reuse(files: readonly StoredFile[]): Promise<boolean> {
    const { begun, earlier } = this.#target
    return earlier !== null && begun.reuse(earlier, files)
  }

  /** Returns the size, checksum and rows of an added file after the disk has stored it. */
  async stored(path: string): Promise<StoredFile> {
    const { begun, signal } = this.#target
    signal.throwIfAborted()
    const added = this.#added.get(path)
    if (!added) throw new Error(`${path} was not added`)
    const place = begun.pathOf(path)
    if (place !== null) await settle(place)
    const measured = added.measured ?? (await this.#measuring.measure(place ?? '', added.form))
    return { path, ...measured }
  }

  remove(path: string): Promise<void> {
    return this.#target.begun.remove(path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#measuring[Symbol.asyncDispose]()
    await this.#workFolder[Symbol.asyncDispose]()
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
