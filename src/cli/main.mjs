import { startProgram } from '../start-program.mjs'

await startProgram(() => import('./command-line.ts'))
