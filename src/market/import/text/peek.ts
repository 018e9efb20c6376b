/**
 * The first pieces of a sequence, and the rest of the sequence. `failure`: the error that ended the sequence, if any.
 */
export type Peeked<C> = { seen: C[]; rest: AsyncIterator<C>; failure: { error: unknown } | null }

/** Reads pieces until their sizes reach `least`. A failure after a piece is thrown when more is read. */
export async function peek<C>(
  pieces: AsyncIterable<C>,
  sizeOf: (piece: C) => number,
  least: number,
): Promise<Peeked<C>> {
  const rest = pieces[Symbol.asyncIterator]()
  const peeked: Peeked<C> = { seen: [], rest, failure: null }
  try {
    for (let size = 0; size < least; ) {
      const next = await rest.next()
      if (next.done) break
      peeked.seen.push(next.value)
      size += sizeOf(next.value)
    }
  } catch (error) {
    if (peeked.seen.length === 0) throw error
    peeked.failure = { error }
  }
  return peeked
}

/** The whole sequence from its beginning. It can be read only once. */
export async function* resumed<C>({ seen, rest, failure }: Peeked<C>): AsyncGenerator<C> {
  try {
    yield* seen
    if (failure) throw failure.error
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
