/** Estimates the heap size of a JSON value, quickly enough for every event. */
export function roughBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 16 + value.length
    case 'object': {
      if (value === null) return 8
      let sum = 24
      if (Array.isArray(value)) for (const item of value) sum += 8 + roughBytes(item)
      else for (const key in value) sum += 8 + roughBytes((value as Record<string, unknown>)[key])
      return sum
    }
    default:
      return 8
  }
}
