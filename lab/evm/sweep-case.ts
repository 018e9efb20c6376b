import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Address20, formatAddress } from '#src/billing/chains/address.ts'
import { sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import { due, type EvmCase, untilCompleted } from './chain-cases.ts'
import type { EvmWorld } from './world.ts'

export const sweepCase: EvmCase = {
  name: 'addresses are emptied: export, sign offline, broadcast, record',
  short: true,
  run: sweep,
}

const gasCoins = 10n ** 18n

async function sweep(world: EvmWorld): Promise<string> {
  const buyer = await world.buyer()
  await world.pay(buyer.address, due(buyer))
  await untilCompleted(world, buyer)
  const destination = world.anvil.account(9)
  const before = await world.token.balanceOf(destination)
  const signed = await exportAndSign(world, destination)
  const sent = join(world.ctx.settings.dataDir, 'sent.jsonl')
  await world.tapewire('payments sweep broadcast', '--file', signed, '--out', sent)
  // An operator who lost the first answer repeats the command; nothing is sent twice.
  await world.tapewire('payments sweep broadcast', '--file', signed, '--out', sent)
  const left = await world.token.balanceOf(buyer.address)
  const arrived = (await world.token.balanceOf(destination)) - before
  if (left !== 0n || arrived < due(buyer)) throw new Error(`${arrived} arrived, and ${left} is left`)
  const recorded = await world.tapewire('payments sweep record', '--file', sent)
  await assertExplained(world)
  return recorded
}

/**
 * Sends gas to the address that the export names and exports again. Then signs in a process without network, as an
 * operator does.
 */
async function exportAndSign(world: EvmWorld, destination: Address20): Promise<string> {
  const folder = world.ctx.settings.dataDir
  const [list, phrase, signed] = ['list.json', 'phrase.txt', 'signed.json'].map((name) => join(folder, name))
  if (!list || !phrase || !signed) throw new Error(folder)
  const shown = formatAddress(destination, 'evm')
  const wish = ['ETC20', '--to', shown, '--out', list]
  await world.tapewire('payments sweep export', ...wish)
  const { gas } = sweepListSchema.parse(JSON.parse(await readFile(list, 'utf8')))
  await world.anvil.send({ from: world.anvil.account(8), to: gas.address as Address20, value: gasCoins })
  await world.alone(() => world.anvil.mine(world.now))
  await world.tapewire('payments sweep export', ...wish)
  await writeFile(phrase, world.phrase)
  const args = ['tools/sign-sweeps.ts', list, '--to', shown, '--out', signed, '--phrase-file', phrase]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  if (stdout.includes(world.phrase)) throw new Error('the tool prints the phrase')
  return signed
}

/** The next audit of every emptied address opens no incident: the recorded sweep explains the balance. */
async function assertExplained(world: EvmWorld): Promise<void> {
  const { db } = world.ctx.postgres
  const noted = world.now
  await world.jump(61 * 60_000)
  await world.buyer()
  await world.until('the emptied addresses are audited', async () => {
    const rows = await sql<{ n: bigint }>`select count(*) as n from payment_sweep s
      join deposit_address d on d.network = s.network and d.index = s.index
      where d.audited_at <= ${new Date(noted)}`.execute(db)
    return rows.rows[0]?.n === 0n
  })
  const opened = await sql<{ kind: string; subject: string }>`select kind, subject from payment_incident
    where opened_at > ${new Date(noted)} and subject like 'ETC20:0x%'`.execute(db)
  if (opened.rows.length > 0) throw new Error(`held after the sweep: ${JSON.stringify(opened.rows)}`)
}
