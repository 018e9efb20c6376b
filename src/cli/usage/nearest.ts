import { editDistance } from '#src/platform/text/edit-distance.ts'

/** The known name that is most similar to a mistyped name; null if none is similar. */
export function nearest(known: readonly string[], typed: string): string | null {
  const allowed = Math.max(1, Math.floor(typed.length / 4))
  const close = known
    .map((name) => ({ name, distance: editDistance(typed, name, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
  return close[0]?.name ?? null
}
