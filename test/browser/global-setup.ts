import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumPath } from '../fixtures/chromium.ts'
import { copyInto } from '../fixtures/copy-into.ts'
import { freePort } from '../fixtures/free-port.ts'
import { oidcClient, oidcServer } from '../fixtures/oidc.ts'

const node = 'node_modules/.bin/node'

/**
 * Starts one product for all browser tests, with an OpenID Connect provider. Its data directory is a copy of the
 * directory that `npm test` filled, or empty. Tests read its addresses from the environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await chromiumPath({ withSystemFonts: true })
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-browser-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const filled = process.env.TAPEWIRE_FILLED_DIR
  if (filled) await copyInto(dataDir, `${filled}/.`)
  const [port, apiPort] = [await freePort(), await freePort()]
  const site = `http://localhost:${port}`
  const provider = opened.use(await oidcServer(`${site}/callback`))
  const child = spawn(existsSync(node) ? node : process.execPath, ['src/main.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(apiPort),
      TELEGRAM_URL: 'https://t.me/tapewire_support',
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: 'Example ID',
      OIDC_CLIENT_ID: oidcClient.id,
      OIDC_CLIENT_SECRET: oidcClient.secret,
    },
  })
  const gone = once(child, 'exit')
  opened.defer(async () => {
    child.kill('SIGTERM')
    await gone
  })
  process.env.TAPEWIRE_SITE = site
  process.env.TAPEWIRE_API = `http://localhost:${apiPort}`
  process.env.TAPEWIRE_DATA_DIR = dataDir
  await untilReady(child, site)
  const ready = opened.move()
  return () => ready.disposeAsync()
}

async function untilReady(child: ChildProcess, site: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${site}/healthz/ready`).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`the product ended with ${child.exitCode} before it was ready`)
}
