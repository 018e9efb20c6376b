import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Address20, formatAddress } from '#src/billing/chains/address.ts'
import { sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import type { Anvil } from './anvil.ts'
import { due, type EvmCase, untilCompleted } from './chain-cases.ts'
import type { Token } from './token.ts'
import { type EvmWorld, secondCode, secondNode } from './world.ts'

export const sweepCases: readonly EvmCase[] = [
  { name: 'addresses are emptied: export, sign offline, broadcast, record', short: true, run: sweep },
  { name: 'another token is moved out', run: otherToken },
  { name: 'what came on another chain is moved out', short: true, run: otherChain },
  { name: 'addresses of a second network are emptied', run: secondNetwork },
]

const gasCoins = 10n ** 18n

async function sweep(world: EvmWorld): Promise<string> {
  const buyer = await world.buyer()
  await world.pay(buyer.address, due(buyer))
  await untilCompleted(world, buyer)
  const { token, anvil } = world
  const sent = await moveOut(world, { token, anvil, from: buyer.address, micro: due(buyer), network: 'ETC20' })
  const recorded = await world.tapewire('payments sweep record', '--file', sent)
  await assertExplained(world)
  return recorded
}

async function otherToken(world: EvmWorld): Promise<string> {
  const { anvil, wrongToken: token } = world
  const { address: from } = await world.buyer()
  await token.transfer(anvil.account(1), from, 5_000_000n)
  await world.alone(() => anvil.mine(world.now))
  const args = ['--token', token.address, '--only', formatAddress(from, 'evm')]
  const sent = await moveOut(world, { token, anvil, from, micro: 5_000_000n, network: 'ETC20', args })
  return refusedByBooks(world, sent)
}

async function otherChain(world: EvmWorld): Promise<string> {
  const { second: anvil, secondToken: token } = world
  const { address: from } = await world.buyer()
  await token.transfer(anvil.account(1), from, 6_000_000n)
  await world.alone(() => anvil.mine(world.now))
  const node = ['--rpc', secondNode]
  const args = ['--token', token.address, ...node]
  const sent = await moveOut(world, { token, anvil, from, micro: 6_000_000n, network: 'ETC20', args, node })
  return refusedByBooks(world, sent)
}

async function secondNetwork(world: EvmWorld): Promise<string> {
  const { second: anvil, secondToken: token } = world
  const buyer = await world.buyer(secondCode)
  await token.transfer(anvil.account(1), buyer.address, due(buyer))
  await untilCompleted(world, buyer)
  const sent = await moveOut(world, { token, anvil, from: buyer.address, micro: due(buyer), network: secondCode })
  return world.tapewire('payments sweep record', '--file', sent)
}

/** Checks that a transfer of a token without bookings is not recorded as a transfer of USDT. */
async function refusedByBooks(world: EvmWorld, sent: string): Promise<string> {
  const recorded = await world.tapewire('payments sweep record', '--file', sent).catch(() => null)
  if (recorded !== null) throw new Error(`the books took it: ${recorded}`)
  return 'not in the books'
}

type Move = {
  token: Token
  anvil: Anvil
  from: Address20
  micro: bigint
  network: string
  /** Further arguments of the export. `node`: arguments that name the node for the broadcast. */
  args?: readonly string[]
  node?: readonly string[]
}

/** Exports, signs and broadcasts. Returns the path of the file with the sent transactions. */
async function moveOut(world: EvmWorld, move: Move): Promise<string> {
  const { token, anvil, from, micro, node = [] } = move
  const destination = anvil.account(9)
  const before = await token.balanceOf(destination)
  const signed = await exportAndSign(world, destination, move)
  const sent = join(world.ctx.settings.dataDir, 'sent.jsonl')
  await world.tapewire('payments sweep broadcast', '--file', signed, '--out', sent, ...node)
  // An operator whose first response was lost repeats the command. Nothing may be sent twice.
  await world.tapewire('payments sweep broadcast', '--file', signed, '--out', sent, ...node)
  const left = await token.balanceOf(from)
  const arrived = (await token.balanceOf(destination)) - before
  if (left !== 0n || arrived < micro) throw new Error(`${arrived} arrived, and ${left} is left`)
  return sent
}

/**
 * Exports, sends gas to the address that the export names, and exports again. A process without network then signs the
 * list, as an operator does.
 */
async function exportAndSign(
  world: EvmWorld,
  destination: Address20,
  { anvil, network, args = [] }: Move,
): Promise<string> {
  const folder = world.ctx.settings.dataDir
  const [list, phrase, signed] = ['list.json', 'phrase.txt', 'signed.json'].map((name) => join(folder, name))
  if (!list || !phrase || !signed) throw new Error(folder)
  const shown = formatAddress(destination, 'evm')
  const wish = [network, '--to', shown, '--out', list, ...args]
  await world.tapewire('payments sweep export', ...wish)
  const { gas } = sweepListSchema.parse(JSON.parse(await readFile(list, 'utf8')))
  await anvil.send({ from: anvil.account(8), to: gas.address as Address20, value: gasCoins })
  await world.alone(() => anvil.mine(world.now))
  await world.tapewire('payments sweep export', ...wish)
  await writeFile(phrase, world.phrase)
  const tool = ['tools/sign-sweeps.ts', list, '--to', shown, '--out', signed, '--phrase-file', phrase]
  const { stdout } = await promisify(execFile)(process.execPath, tool)
  if (stdout.includes(world.phrase)) throw new Error('the tool prints the phrase')
  return signed
}

/**
 * Checks that the next audit of every emptied address opens no incident, because the recorded sweep explains the
 * balance.
 */
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
    where opened_at > ${new Date(noted)} and subject like 'ETC20:0x%' and kind <> 'other_token'`.execute(db)
  if (opened.rows.length > 0) throw new Error(`held after the sweep: ${JSON.stringify(opened.rows)}`)
}
