import { alertIndicators } from '#src/contract/account/alerts.ts'
import { indicators } from '#src/contract/indicators/catalogue.ts'

/**
 * The indicators that alerts can use, each with its outputs, as choices of the form. The whole catalogue would be too
 * heavy for a page.
 */
export function indicatorChoices(): { name: string; outputs: string[] }[] {
  return alertIndicators.map((name) => ({ name, outputs: indicators[name].outputs.map((output) => output.name) }))
}
