import { startProgram } from './start-program.mjs'

const isPart = (name) => process.argv.includes(`--part=${name}`)

if (isPart('import')) await startProgram('import-process', () => import('./roles/processes/import-process.ts'))
else if (isPart('rehearsal'))
  await startProgram('rehearsal-process', () => import('./roles/restore/rehearsal-process.ts'))
else await startProgram('run', () => import('./run.ts'))
