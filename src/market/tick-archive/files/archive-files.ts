/** Where the files of the archive are. Names are paths with `/`; a file is there whole or not at all, and never changes. */
export interface ArchiveFiles extends AsyncDisposable {
  /** For people; holds no secret. */
  readonly location: string
  write(name: string, bytes: Buffer): Promise<void>
  /** Bytes `from` up to, but not including, `to`; of a missing file it throws `FileMissing`. */
  read(name: string, from: number, to: number): Promise<ArrayBuffer>
  readAll(name: string): Promise<Buffer>
  /** Nothing happens where it is not there. */
  remove(name: string): Promise<void>
  /** Names and sizes of all files. */
  list(): AsyncIterable<{ name: string; bytes: number }>
}

export class FileMissing extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the archive has no file ${name}`, options)
  }
}
