import { readSweeps } from '#src/billing/sweeps/read-sweeps.ts'
import { recordSweeps } from '#src/billing/sweeps/record-sweeps.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { dryRun, parse } from '../terminal/arguments.ts'
import { readNamed } from '../terminal/named-files.ts'

const problemsShown = 20

export const sweepRecord: Command = {
  name: 'payments sweep record',
  usage: 'payments sweep record --file <sweeps.csv|sweeps.jsonl> [--dry-run]',
  summary: 'Record the transfers of the signing tool: network, address, txHash, amount; all of them or none',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { file: { type: 'string' }, ...dryRun })
    if (!values.file || positionals.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const read = readSweeps(await readNamed(io, values.file))
    if (read.kind === 'refused') throw new SettingsError(problemMessage('en-US', read.problem))
    const { lines } = read
    if (lines.length === 0) throw new SettingsError(`${values.file} names no transfer.`)
    const outcome = await recordSweeps(ctx, actor, lines, { isTrial: values['dry-run'] === true })
    if ('problems' in outcome) {
      const messages = outcome.problems.slice(0, problemsShown).map((problem) => problemMessage('en-US', problem))
      throw new SettingsError(['Nothing was recorded.', ...messages].join('\n'))
    }
    const verb = values['dry-run'] ? 'would be recorded' : 'recorded'
    io.print(`${outcome.recorded} ${verb}, ${outcome.known} known already.`)
  },
}
