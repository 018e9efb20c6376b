/** The bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }
type Validators = { bytes: number; etag: string; modified: number }

/**
 * The part of a file that `Range` and `If-Range` request (RFC 9110, section 14). Null: the whole file is sent, for
 * example for several ranges or after a change of the file. `unsatisfiable`: no byte of the file is in the range.
 */
export function requestedRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  file: Validators,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return null
  const condition = headers['if-range']
  if (condition !== undefined && !isUnchanged(String(condition), file)) return null
  if (first === '') {
    const length = Math.min(Number(last), file.bytes)
    return length === 0 ? 'unsatisfiable' : { start: file.bytes - length, end: file.bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? file.bytes - 1 : Math.min(Number(last), file.bytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start < file.bytes ? { start, end } : 'unsatisfiable'
}

function isUnchanged(ifRange: string, { etag, modified }: Validators): boolean {
  return ifRange.startsWith('"') ? ifRange === etag : Date.parse(ifRange) === modified
}
