import { HDKey } from '@scure/bip32'
import { formatAddress, parseAddress } from '#src/billing/chains/address.ts'
import { chainNode } from '#src/billing/chains/chain-node.ts'
import { httpTransport, type JsonRpc, jsonRpc } from '#src/billing/chains/json-rpc.ts'
import { type Network, networksOf } from '#src/billing/chains/network.ts'
import { NodePool } from '#src/billing/chains/node-pool.ts'
import { paced } from '#src/billing/chains/pace.ts'
import { microOf } from '#src/billing/chains/token-amount.ts'
import { anchorsOf } from '#src/billing/networks/anchor-store.ts'
import { networkState } from '#src/billing/networks/network-store.ts'
import { networkSettings } from '#src/billing/settings.ts'
import { callsTo, headersOf } from '#src/billing/start-payments.ts'
import { broadcastSweeps, type SendRaw, sendOverJsonRpc, sendToTron } from '#src/billing/sweeps/broadcast-sweeps.ts'
import { exportSweeps, gasAddressOf } from '#src/billing/sweeps/export-sweeps.ts'
import { signedSweepsSchema } from '#src/billing/sweeps/sweep-list.ts'
import { proveNode } from '#src/billing/watcher/network/prove-node.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { readConfig } from '#src/roles/config.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { assertWritable, readNamed, writeNamed } from '../terminal/named-files.ts'

const text = { type: 'string' } as const

const exportCommand: Command = {
  name: 'payments sweep export',
  usage:
    'payments sweep export <network> --to <address> --out <list.json> [--min <amount>] [--xpub <earlier key>] [--token <address> [--rpc <url>]] [--only <address>]',
  summary:
    'Write what emptying the deposit addresses takes, for tools/sign-sweeps.ts on a machine without network; also of another token, or on another EVM chain',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, {
      to: text,
      out: text,
      min: text,
      xpub: text,
      token: text,
      rpc: text,
      only: text,
    })
    const nodes = await openNodes(ctx, one(positionals, this.usage), values.rpc)
    if (values.rpc !== undefined && values.token === undefined)
      throw new SettingsError('--rpc needs --token: a token has another contract on each chain.')
    const network = values.token === undefined ? nodes.network : await withToken(nodes, values.token)
    const isBooked = values.rpc === undefined && network.token === nodes.network.token
    const destination = parseAddress(values.to ?? '', network.addressFormat)
    const only = values.only === undefined ? null : parseAddress(values.only, network.addressFormat)
    const minimum = parseMicro(values.min ?? (isBooked ? '1' : '0.000001'))
    if (!destination || !values.out || minimum === null || (values.only !== undefined && !only))
      throw new SettingsError(`Usage: ${this.usage}`)
    if (destination === gasAddressOf(network) || destination === network.token)
      throw new SettingsError('This is no address to keep money at: it pays the gas, or it is the token itself.')
    const xpub = values.xpub ?? null
    if (xpub !== null && !isXpub(xpub)) throw new SettingsError('--xpub is not an account-level extended public key.')
    const wish = { destination, minimum, xpub, held: isBooked ? 'booked' : 'onChain', only } as const
    const list = await exportSweeps(ctx, actor, network, nodes.call, wish)
    const path = await writeNamed(io, values.out, JSON.stringify(list, null, 2), 0o600)
    const units = list.sweeps.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const total = microOf(units, network.tokenDecimals)
    const { address, balance, needed } = list.gas
    io.print(
      `${path}: ${list.sweeps.length} addresses, ${formatMicro(total)} ${network.tokenSymbol} on ${network.chainName}`,
    )
    io.print(`Gas comes from ${address}: ${needed} of the smallest unit needed at most, ${balance} there.`)
    if (BigInt(balance) < BigInt(needed))
      io.print('That is not enough: send coins there, then export again for fresh fees.')
  },
}

const broadcast: Command = {
  name: 'payments sweep broadcast',
  usage: 'payments sweep broadcast --file <signed.json> --out <sent.jsonl> [--rpc <url>]',
  summary: 'Send what tools/sign-sweeps.ts signed, coins for gas first; may be repeated with the same file',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { file: text, out: text, rpc: text })
    if (!values.file || !values.out || positionals.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const signed = signedSweepsSchema.safeParse(contentOf(await readNamed(io, values.file)))
    if (!signed.success) throw new SettingsError(`${values.file} is not a file of tools/sign-sweeps.ts.`)
    const { network, call, send } = await openNodes(ctx, signed.data.network, values.rpc)
    const { chainId, token } = signed.data
    if (chainId !== network.chainId)
      throw new SettingsError(
        `It was signed for chain ${chainId}, and this is chain ${network.chainId}. --rpc names a node of another EVM chain.`,
      )
    const isBooked = values.rpc === undefined && token === formatAddress(network.token, network.addressFormat)
    const label = isBooked ? network.code : `token ${token} on chain ${chainId}`
    const node = { call, send, signal: io.signal }
    await assertWritable(io, values.out)
    const { sent, failed } = await broadcastSweeps(ctx, actor, signed.data, node, label, (line) => io.print(line))
    const path = await writeNamed(io, values.out, sent.map((line) => `${JSON.stringify(line)}\n`).join(''))
    io.print(`${path}: ${sent.length} addresses were emptied.`)
    if (!isBooked) io.print('Nothing is to be recorded: this token is not in the books.')
    if (failed.length > 0) throw new SettingsError(`${failed.length} were not:\n${failed.join('\n')}`)
  },
}

export const sweepCommands: readonly Command[] = [exportCommand, broadcast]

/** Null for a text that is not JSON. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No signed file is null, so the caller refuses it.
    return null
  }
}

function isXpub(text: string): boolean {
  try {
    const key = HDKey.fromExtendedKey(text)
    return key.privateKey === null && key.depth === 3
  } catch {
    // The version or checksum is wrong, so the text is not an xpub.
    return false
  }
}

type Nodes = { network: Network; call: JsonRpc; send: SendRaw }

/**
 * Opens the operator's nodes, which must first prove that they are on our chain. With `rpc`, opens that node of
 * another chain instead.
 */
async function openNodes(ctx: Platform, code: string, rpc: string | undefined): Promise<Nodes> {
  const network = networksOf(ctx.settings).find((known) => known.code === code)
  if (!network) throw new SettingsError(`There is no network ${code} here.`)
  if (rpc !== undefined) return openElsewhere(ctx, network, rpc)
  const configured = readConfig().secrets.of(networkSettings(network.code))
  const [url] = configured.rpcUrls ?? []
  if (!url) throw new SettingsError(`${code}_RPC_URLS names no node: the sandbox has nothing to sweep.`)
  const { db } = ctx.postgres
  const genesis = (await networkState(db, network.code))?.genesisHash ?? null
  const known = { genesis, anchors: await anchorsOf(db, network.code) }
  const pool = new NodePool(callsTo(configured).nodes, proveNode(network, known, ctx.clock), ctx)
  const call = paced(pool.call, network.callsPerSecond, ctx.clock)
  const tron = network.addressFormat === 'tron'
  return { network, call, send: tron ? sendToTron(url, headersOf(configured.rpcHeader)) : sendOverJsonRpc(call) }
}

/** Opens a node of another EVM chain. There, the same key has the same addresses. */
async function openElsewhere(ctx: Platform, network: Network, url: string): Promise<Nodes> {
  if (network.addressFormat !== 'evm') throw new SettingsError(`--rpc is for EVM chains; ${network.code} is none.`)
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new SettingsError('--rpc must be the address of a JSON-RPC node, such as https://node.example.com.')
  const call = paced(jsonRpc(httpTransport({ url, headers: {} })), network.callsPerSecond, ctx.clock)
  const chainId = await chainNode(call, network.token).chainId()
  const elsewhere = { chainId, chainName: `chain ${chainId}`, nativeCoin: { symbol: 'coin', decimals: 18 } }
  return { network: { ...network, ...elsewhere }, call, send: sendOverJsonRpc(call) }
}

async function withToken({ network, call }: Nodes, text: string): Promise<Network> {
  const token = parseAddress(text, network.addressFormat)
  if (!token) throw new SettingsError(`--token ${text} is not an address of ${network.chainName}.`)
  const node = chainNode(call, token)
  if (!(await node.tokenExists())) throw new SettingsError(`There is no contract at ${text} on ${network.chainName}.`)
  const tokenDecimals = await node.tokenDecimals()
  return { ...network, token, tokenDecimals, tokenSymbol: text }
}
