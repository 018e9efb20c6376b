/**
 * `npm run sdk`: writes the parts of the client libraries that follow from the contract.
 * `npm run sdk -- pack <folder>`: builds their packages.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedFiles } from './files.ts'
import { npmPackages, packNpm } from './packages.ts'

const [command, folder] = process.argv.slice(2)
if (command === 'pack' && folder) for (const name of npmPackages) console.log(packNpm(name, folder))
else if (command === undefined) write()
else {
  console.error('npm run sdk, or npm run sdk -- pack <folder>')
  process.exitCode = 1
}

function write(): void {
  for (const [file, text] of Object.entries(generatedFiles())) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
