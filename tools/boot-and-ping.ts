/**
 * Starts the product as `npm start` does, on an empty directory and free ports, waits until it is ready, pings it and
 * stops it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/fixtures/free-port.ts'

const readyWithinMs = 60_000
const stopWithinMs = 20_000
const dataDir = mkdtempSync(join(tmpdir(), 'tapewire-boot-'))
const [site, gateway] = [await freePort(), await freePort()]
const child = spawn(process.execPath, ['src/main.mjs'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(site), API_PORT: String(gateway) },
})
try {
  await pingUntilReady(`http://localhost:${site}/healthz/ready`, child)
  await pingUntilReady(`http://localhost:${gateway}/healthz/ready`, child)
  const page = await fetch(`http://localhost:${site}/en-US`)
  if (page.status !== 200) throw new Error(`the home page answered ${page.status}`)
  await stop(child)
  console.log('booted, answered, stopped')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function pingUntilReady(url: string, process: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (process.exitCode !== null) throw new Error(`it ended with ${process.exitCode} before it was ready`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} was not ready within ${readyWithinMs / 1000} s`)
}

function stop(process: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it did not stop in time')), stopWithinMs)
    process.once('exit', (code) => {
      clearTimeout(late)
      code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))
    })
    process.kill('SIGTERM')
  })
}
