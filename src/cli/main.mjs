import { startProgram } from '../start-program.mjs'

await startProgram('command-line', () => import('./command-line.ts'))
