import { startProgram } from '../start-program.mjs'

await startProgram('cli/command-line')
