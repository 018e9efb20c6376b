import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// First of all, for this process and its children: otherwise each start compiles a thousand modules. A folder that
// cannot be written costs only this time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
const { run } = await import('./run.ts')
process.exitCode = await run()
