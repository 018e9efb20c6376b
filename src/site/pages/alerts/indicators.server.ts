import { alertIndicators } from '#src/contract/account/alerts.ts'
import { indicators } from '#src/contract/indicators/catalogue.ts'

/** The indicators of alerts with their outputs, for the form. The whole catalogue would make the page heavy. */
export function indicatorChoices(): { name: string; outputs: string[] }[] {
  return alertIndicators.map((name) => ({ name, outputs: indicators[name].outputs.map((output) => output.name) }))
}
