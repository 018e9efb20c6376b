import { z } from 'zod'

/** A schema of the contract as JSON Schema 2020-12. */
export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      // Zod adds the safe-integer range to every integer, which is no limit of the call.
      // `items: false` after the items of a tuple is legal, but a common generator refuses it.
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
