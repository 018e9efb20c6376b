/**
 * `node tools/sign-sweeps.ts <list.json> --to <address> --out <signed.json> [--phrase-file <file>] [--passphrase]`:
 * signs a sweep list on a machine without network. docs/sweeping.md describes its safe use.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { parseAddress } from '#src/billing/chains/address.ts'
import { type SweepList, sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import { accountKey } from './sweep/account-key.ts'
import { SigningRefused, signList } from './sweep/sign-list.ts'

const usage =
  'node tools/sign-sweeps.ts <list.json> --to <address> --out <signed.json> [--phrase-file <file>] [--passphrase]'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    await sign(args)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

async function sign(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: text, out: text, 'phrase-file': text, passphrase: { type: 'boolean' } },
  })
  const [file] = positionals
  if (!file || !values.to || !values.out) throw new SigningRefused(`Usage: ${usage}`)
  const list = sweepListSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const destination = parseAddress(values.to, list.addressFormat)
  if (!destination) throw new SigningRefused(`${values.to} is not an address of ${list.chainName}.`)
  for (const line of summary(list)) process.stdout.write(`${line}\n`)
  const phraseFile = values['phrase-file']
  const secret = phraseFile ? readFileSync(phraseFile, 'utf8') : await promptHidden('Recovery phrase or account xprv: ')
  const passphrase = values.passphrase ? await promptHidden('Passphrase: ') : ''
  const signed = signList(list, accountKey(secret, passphrase, list.addressFormat, list.account), destination)
  writeFileSync(values.out, JSON.stringify(signed, null, 2), { mode: 0o600 })
  process.stdout.write(`${values.out}: ${signed.transactions.length} signed transactions\n`)
}

/** A summary of the list, which the operator compares with the console before entering the recovery phrase. */
function summary(list: SweepList): string[] {
  const total = list.sweeps.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const topUps = list.sweeps.filter(({ topUp }) => topUp !== '0').length
  const coins = (value: string) => `${units(BigInt(value), list.coin.decimals)} ${list.coin.symbol}`
  return [
    `${list.network} on ${list.chainName} (chain ${list.chainId})`,
    `token        ${list.token}`,
    `destination  ${list.destination}`,
    `addresses    ${list.sweeps.length}, ${units(total, list.tokenDecimals)} in all`,
    `gas          ${topUps} top-ups from ${list.gas.address}: ${coins(list.gas.needed)} at most, it holds ${coins(list.gas.balance)}`,
  ]
}

function units(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`.replace(/\.?0*$/, '')
}

async function promptHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY === true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}
