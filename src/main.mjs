import { startProgram } from './start-program.mjs'

const isPart = (name) => process.argv.includes(`--part=${name}`)

await startProgram(() =>
  isPart('import')
    ? import('./roles/processes/import-process.ts')
    : isPart('rehearsal')
      ? import('./roles/restore/rehearsal-process.ts')
      : import('./run.ts'),
)
