/** The same text in a piece of its own: V8 keeps a joined text as a tree of its parts, and a cut one with all that it was cut from. */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}
