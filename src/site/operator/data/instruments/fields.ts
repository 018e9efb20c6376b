import type { Said } from '../../acts/console-action.server.ts'

/** Fields that a person may set besides the name. */
export const fieldNames = ['nameCn', 'nameHk', 'currency', 'isin', 'sector', 'industry', 'priceStep', 'lot'] as const

export function fieldsOf({ text }: Said): Record<(typeof fieldNames)[number], string> {
  const said = fieldNames.map((name) => [name, text(name)] as const)
  return Object.fromEntries(said) as Record<(typeof fieldNames)[number], string>
}
