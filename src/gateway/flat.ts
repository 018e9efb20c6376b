/** Copies a text into one contiguous string. V8 keeps concatenations as trees, and substrings keep their source. */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}
