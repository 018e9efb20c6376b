import { startProgram } from './start-program.mjs'

const isPart = (name) => process.argv.includes(`--part=${name}`)

await startProgram(
  isPart('import') ? 'roles/processes/import-process' : isPart('rehearsal') ? 'roles/restore/rehearsal-process' : 'run',
)
