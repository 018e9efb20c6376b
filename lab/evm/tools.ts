import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { cacheFolder } from '#lab/cache-folder.ts'

/**
 * Tools that only the drill with a real node needs, so they are not dependencies. `npm run drill -- evm` fetches them.
 */
const versions = { anvil: '1.7.1', solc: '0.8.30' }
const folder = cacheFolder('evm', Object.values(versions))
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const platformPackage = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`

export type Contract = { bytecode: string }
export type EvmTools = { anvil: string; contracts: Record<'Token' | 'Batch', Contract> }

export function findEvmTools(): EvmTools | string {
  const anvil = onPath('anvil') ?? inCache(platformPackage, 'bin/anvil')
  if (!anvil) return 'anvil is neither on the PATH nor fetched (npm run drill -- evm fetches it)'
  const solc = inCache('solc', 'package.json')
  if (!solc) return 'solc is not fetched (npm run drill -- evm fetches it)'
  return { anvil, contracts: compiled() }
}

/** Fetches missing tools from npm. Returns a message if that fails. */
export function fetchEvmTools(): string | null {
  const missing = [
    ...(onPath('anvil') || inCache(platformPackage, 'bin/anvil') ? [] : [`${platformPackage}@${versions.anvil}`]),
    ...(inCache('solc', 'package.json') ? [] : [`solc@${versions.solc}`]),
  ]
  if (missing.length === 0) return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...missing]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0 ? null : `${missing.join(' and ')} could not be fetched from npm; the drill needs them once`
}

function onPath(program: string): string | null {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, program))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function inCache(name: string, file: string): string | null {
  const path = join(folder, 'node_modules', name, file)
  return existsSync(path) ? path : null
}

/** Compiles each version of the source once, because the compiler needs a second and 250 MB. */
function compiled(): EvmTools['contracts'] {
  const source = readFileSync(join(import.meta.dirname, 'token.sol'), 'utf8')
  const edition = createHash('sha256').update(versions.solc).update(source).digest('hex').slice(0, 16)
  const file = join(folder, `contracts-${edition}.json`)
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, JSON.stringify(compile(source)))
    renameSync(`${file}.new`, file)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

function compile(source: string): Record<string, Contract> {
  const solc: { compile(input: string): string } = createRequire(join(folder, 'package.json'))('solc')
  const settings = {
    evmVersion: 'paris',
    optimizer: { enabled: true },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const input = { language: 'Solidity', sources: { 'token.sol': { content: source } }, settings }
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contracts = Object.entries(output.contracts['token.sol'] ?? {})
  return Object.fromEntries(contracts.map(([name, { evm }]) => [name, { bytecode: `0x${evm.bytecode.object}` }]))
}
