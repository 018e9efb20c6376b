import type { Locale } from '#src/contract/locale.ts'
import type { RunContext } from './figures.ts'

export function runContextTexts({ date, commit, machine }: RunContext, locale: Locale) {
  return {
    date: new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    commit,
    machine: `${machine.processor}, ${machine.cores} × CPU, ${machine.memoryGib} GiB, Node ${machine.node}`,
  }
}
