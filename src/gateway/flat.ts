/**
 * Copies a text into one contiguous string. V8 stores a concatenation as a tree, and a substring keeps its source
 * alive.
 */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}
