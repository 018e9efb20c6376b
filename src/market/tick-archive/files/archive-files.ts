/** Storage of archive files. Names are paths with `/`. A file is complete or absent, and never changes. */
export interface ArchiveFiles extends AsyncDisposable {
  /** The location as shown to people, without secrets. */
  readonly location: string
  write(name: string, bytes: Buffer): Promise<void>
  /** Bytes from `from` up to, but not including, `to`. Throws `FileMissing` if the file does not exist. */
  read(name: string, from: number, to: number): Promise<ArrayBuffer>
  readAll(name: string): Promise<Buffer>
  /** Removes a file. Does nothing if it does not exist. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; bytes: number }>
}

export class FileMissing extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the archive has no file ${name}`, options)
  }
}
