import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from './fetched.ts'

/** Serves these bytes by net/http; null if the program was not fetched. */
export async function serveByGo(bytes: string): Promise<(AsyncDisposable & { port: number }) | null> {
  const program = join(programs, 'go-server')
  if (!existsSync(program)) return null
  const dir = mkdtempSync(join(tmpdir(), 'tapewire-peer-'))
  const file = join(dir, 'bytes')
  writeFileSync(file, bytes)
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return {
    port: Number(line),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
