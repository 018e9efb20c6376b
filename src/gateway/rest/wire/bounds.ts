import type { z } from 'zod'

export type Bounds = { min: number; max: number; standard: number }

/** The contract's limits of a parameter. They are read once at the start, so that a request only compares numbers. */
export function boundsOf(field: z.ZodDefault<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: field.def.defaultValue }
}

/** The limits of an optional parameter, whose default the caller sets. */
export function boundsWithout(field: z.ZodOptional<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: Number.NaN }
}

function limitsOf({ minValue, maxValue }: z.ZodInt) {
  return { min: minValue ?? Number.MIN_SAFE_INTEGER, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}
