/**
 * Copies a text into one contiguous string. V8 stores a concatenated text as a tree of its parts, and a substring
 * keeps its whole source in memory.
 */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}
