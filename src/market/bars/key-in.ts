/** The instrument's key in the payload of a notification, or null. */
export function keyIn(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('key' in payload)) return null
  return typeof payload.key === 'string' ? payload.key : null
}
