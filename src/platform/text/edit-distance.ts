const lengthMax = 127

/** Rows of the distance table, allocated once because a search computes tens of thousands of distances. */
const row = () => new Uint8Array(lengthMax + 1)
const rows: readonly [Uint8Array, Uint8Array, Uint8Array] = [row(), row(), row()]

/**
 * Insertions, deletions, replacements and neighbour swaps between two words; `most + 1` if there are more than `most`
 * or if `b` is longer than `lengthMax`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || b.length > lengthMax) return most + 1
  let [before, previous, current] = rows
  for (let j = 0; j <= b.length; j += 1) previous[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    if (fill(current, previous, before, a, b, i) > most) return most + 1
    ;[before, previous, current] = [previous, current, before]
  }
  return Math.min(previous[b.length] ?? 0, most + 1)
}

/** Fills one row of the table and returns its smallest number. No later row can have a smaller number. */
function fill(current: Uint8Array, previous: Uint8Array, before: Uint8Array, a: string, b: string, i: number): number {
  const letter = a.charCodeAt(i - 1)
  const swapped = i > 1 ? a.charCodeAt(i - 2) : -1
  let smallest = i
  let left = i
  current[0] = i
  for (let j = 1; j <= b.length; j += 1) {
    const other = b.charCodeAt(j - 1)
    const diagonal = previous[j - 1] ?? 0
    let best = letter === other ? diagonal : diagonal + 1
    best = Math.min(best, (previous[j] ?? 0) + 1, left + 1)
    if (other === swapped && j > 1 && b.charCodeAt(j - 2) === letter) best = Math.min(best, (before[j - 2] ?? 0) + 1)
    current[j] = best
    left = best
    if (best < smallest) smallest = best
  }
  return smallest
}
