import { exec, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '#test/fixtures/free-port.ts'
import { cannotMakeImage, makeImage } from '#test/fixtures/image.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

/** `npm run drill -- image` also executes the RUN lines that install the packages and build the site. */
const isDrill = process.env.TAPEWIRE_DRILL_IMAGE === 'built'
const missing = cannotMakeImage()
if (missing !== null) didNotRun('the image of deploy/Dockerfile', `needs ${missing}`)

test.skipIf(missing !== null)(
  'the image runs as an unprivileged user on a read-only root file system, with the files that its Dockerfile copies',
  async () => {
    await using image = await makeImage(isDrill ? 'built' : 'taken')
    await using data = await usedDataDir()
    execFileSync('chown', ['-R', `${image.uid}:${image.uid}`, data.path])
    const [site, api, health] = [await freePort(), await freePort(), await freePort()]
    const bundle = "console.log((await import('/app/src/start-program.mjs')).freshBundle())"
    const asked = image.start(['node', '--input-type=module', '-e', bundle], { data: data.path, environment: {} })
    expect(await text(asked.stdout ?? Readable.from([]))).toMatch(/^\/app\/build\/product\/[ab]\n$/)
    const environment = { PORT: String(site), API_PORT: String(api), METRICS_PORT: String(health) }
    const child = image.start(image.command, { data: data.path, environment })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    const ended = once(child, 'exit')
    try {
      const isHealthy = () =>
        promisify(exec)(image.health, { env: { ...process.env, ...environment } }).then(
          () => true,
          () => false,
        )
      while (!(await isHealthy())) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`)
        await sleep(100)
      }
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      expect(status).toMatch(new RegExp(`^Uid:\\s+${image.uid}\\s+${image.uid}\\s+${image.uid}\\s`, 'm'))
      expect(readFileSync(`/proc/${child.pid}/mounts`, 'utf8')).toMatch(/^\S+ \/ \S+ ro,/m)
      expect(readlinkSync(`/proc/${child.pid}/exe`)).toContain('/node_modules/')
      const quote = await fetch(`http://127.0.0.1:${api}/crypto/quote?region=BA&code=BTCUSD`, {
        headers: { token: 'tw_demo_public' },
      })
      expect([quote.status, await quote.json()]).toEqual([200, expect.objectContaining({ data: expect.anything() })])
      const page = await fetch(`http://127.0.0.1:${site}/en-US`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(output).not.toMatch(/EROFS|EACCES/)
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  },
  isDrill ? 900_000 : 90_000,
)
