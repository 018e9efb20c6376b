import type { z } from 'zod'

/** Smallest and largest value; `standard` where the parameter is absent. */
export type Bounds = { min: number; max: number; standard: number }

/** The bounds that the contract gives a parameter. Read once, at the start: a request only compares numbers. */
export function boundsOf(field: z.ZodDefault<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: field.def.defaultValue }
}

/** The same for a parameter whose absence its caller sees to. */
export function boundsWithout(field: z.ZodOptional<z.ZodInt>): Bounds {
  return { ...limitsOf(field.unwrap()), standard: Number.NaN }
}

function limitsOf({ minValue, maxValue }: z.ZodInt) {
  return { min: minValue ?? Number.MIN_SAFE_INTEGER, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}
