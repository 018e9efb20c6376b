/** A time of day in UTC: `20:42:18.412`. */
export function clockTime(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}
