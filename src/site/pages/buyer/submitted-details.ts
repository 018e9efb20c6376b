import type { BillingDetails } from '#src/contract/account/credit.ts'

/** The fields of `DetailsFields` in a submitted form; lines of the address are joined by commas. */
export function submittedDetails(form: FormData): BillingDetails {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const address = text('address').replaceAll(/\s*\n\s*/g, ', ')
  return { name: text('name'), address, country: text('country'), taxId: text('taxId') }
}
