import type { Facts } from '#src/contract/operator/now.ts'
import { readNeeds } from '#src/overview/needs.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from './terminal/actor.ts'
import { show } from './terminal/checked.ts'

export const now: Command = {
  name: 'now',
  usage: 'now [--json]',
  summary: 'What needs a person at this moment, the worst first, with the command for it',
  async run(ctx, _args, io) {
    const { needs, checks } = await readNeeds(ctx, actor, 'en-US')
    if (needs.length === 0) io.print('Nothing needs you.')
    for (const { tone, check, since, facts, command } of needs) {
      const from = since === null ? '' : `since ${new Date(since).toISOString().slice(0, 16)}`
      const way = command === null ? '' : `tapewire ${command}`
      const parts = [tone.padEnd(4), check.padEnd(8), describeFacts(facts), from, way]
      show(io, { tone, check, since, facts, command }, parts.filter(Boolean).join('  '))
    }
    const unknown = checks.filter(({ state }) => state === 'unknown').map(({ name }) => name)
    if (unknown.length > 0) show(io, { unknown }, `Unknown: ${unknown.join(', ')}`)
  },
}

function describeFacts(facts: Facts): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== '')
  return known.map(([name, value]) => `${name} ${String(value).split('\n')[0]}`).join(', ')
}
