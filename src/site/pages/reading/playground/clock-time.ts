/** `20:42:18.412`, in UTC. */
export function clockTime(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}
