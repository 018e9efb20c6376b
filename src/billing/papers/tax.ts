import type { Micro } from '#src/contract/money.ts'
import { microPerCent } from '#src/contract/money.ts'
import { isVatNumber } from './vat-number.ts'

/**
 * `rate`: hundredths of a percent in `country`; null: no tax is shown. `tax`: the part of the gross amount that is tax.
 */
export type Tax = { country: string | null; rate: number | null; tax: Micro; reverseCharge: boolean }

type TaxFacts = {
  /** Hundredths of a percent by country; empty: the operator shows no tax. */
  rates: ReadonlyMap<string, number>
  sellerCountry: string | null
  buyer: { country: string; taxId: string }
}

const whole = 10_000n

/**
 * The tax that a gross amount contains, by the buyer's country. A business of another EU country, recognised by the
 * form of its VAT number, pays the tax itself (reverse charge). The tax is rounded half up to a cent.
 */
export function taxOf(gross: Micro, { rates, sellerCountry, buyer: { country, taxId } }: TaxFacts): Tax {
  if (rates.size > 0 && country !== sellerCountry && isVatNumber(country, taxId))
    return { country, rate: 0, tax: 0n, reverseCharge: true }
  const rate = rates.get(country)
  if (rate === undefined) return { country: null, rate: null, tax: 0n, reverseCharge: false }
  const [part, base] = [gross * BigInt(rate), (whole + BigInt(rate)) * microPerCent]
  return { country, rate, tax: ((part + base / 2n) / base) * microPerCent, reverseCharge: false }
}
