/**
 * `npm run sdk`: writes the parts of the client libraries that are generated from the contract.
 * `npm run sdk -- pack <folder> [typescript|mcp|python|go …]`: builds the clients' packages under the neutral names.
 * `npm run sdk -- sources <folder>`: writes the sources from which an installation makes its packages. `npm run build`
 * does this, too.
 * `npm run sdk -- fetch`: fetches the dependencies of the clients' tests, so that tests do not wait for registries.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { clientLanguages } from '../../src/clients/names.ts'
import { generatedFiles } from './files.ts'
import { packClient, writeSources } from './packages.ts'
import { goTools, pythonTools } from './toolchains.ts'

const [command, folder, ...languages] = process.argv.slice(2)
if (command === 'pack' && folder) pack(folder, languages.length > 0 ? languages : clientLanguages)
else if (command === 'sources' && folder) writeSources(folder)
else if (command === 'fetch') await fetch()
else if (command === undefined) write()
else {
  console.error(
    'npm run sdk, npm run sdk -- pack|sources <folder> [typescript|mcp|python|go …], or npm run sdk -- fetch',
  )
  process.exitCode = 1
}

function write(): void {
  for (const [file, text] of Object.entries(generatedFiles())) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

function pack(target: string, chosen: readonly string[]): void {
  for (const language of chosen) {
    const known = clientLanguages.find((one) => one === language)
    if (known) console.log(packClient(known, target))
    else {
      console.error(`there is no package ${language}`)
      process.exitCode = 1
    }
  }
}

async function fetch(): Promise<void> {
  for (const found of await Promise.all([pythonTools(), goTools()])) if ('missing' in found) console.log(found.missing)
}
