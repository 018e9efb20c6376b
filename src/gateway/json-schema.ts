import { z } from 'zod'

/**
 * Like `jsonSchema`, for OpenAPI, in forms that generators of clients read. Prices, and integers without a bound such
 * as times in ms, have 64 bits. A constant number has bounds, because some languages have no enumeration of numbers.
 */
export function openApiSchema(schema: z.ZodType): object {
  return JSON.parse(JSON.stringify(jsonSchema(schema)), (_, value: unknown) => readable(value))
}

function readable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value
  if (value.type === 'number' && 'const' in value) {
    const { const: only, ...rest } = value
    return { ...rest, type: 'integer', minimum: only, maximum: only }
  }
  const types = [value.type].flat()
  if (types.includes('number')) return { ...value, format: 'double' }
  return types.includes('integer') && !('maximum' in value) ? { ...value, format: 'int64' } : value
}

export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      // Zod adds the safe-integer range to every integer, which is not a limit of the call. `items: false` after the
      // items of a tuple is legal, but a common generator refuses it.
      if (one.prefixItems && one.items === false) {
        delete one.items
        one.minItems = one.prefixItems.length
        one.maxItems = one.prefixItems.length
      }
      if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum
    },
  })
  return rest
}
