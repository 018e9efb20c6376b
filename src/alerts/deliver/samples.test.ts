import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { postToStranger } from '#src/platform/webhooks/post-to-stranger.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`
const secret = secretOf('a secret of thirty-two bytes ...')
const hasPython = !spawnSync('python3', ['--version']).error
if (!hasPython) didNotRun('the sample of a webhook in Python', 'there is no python3 on this machine')

function printed(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  return new Promise((done, failed) => {
    let text = ''
    child.stdout?.on('data', (part) => {
      text += part
      const found = wanted.exec(text)
      if (found) done(found)
    })
    child.on('exit', () => failed(new Error(`ended after: ${text}`)))
  })
}

test.each([['webhook.mjs', process.execPath], ...(hasPython ? [['webhook.py', 'python3']] : [])] as [string, string][])(
  'the documented webhook receiver %s accepts only recent deliveries that are signed with its secret',
  async (file, program) => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' }
    const child = spawn(program, [`content/samples/${file}`], { env })
    onTestFinished(() => void child.kill())
    const [, port] = await printed(child, /waiting on port (\d+)/)
    const body = JSON.stringify({ type: 'alert.fired', data: { alert: { symbol: 'NASDAQ:AAPL', price: 200.02 } } })
    const post = (headers: Record<string, string>, sent = body) =>
      postToStranger({
        ...{ url: new URL(`http://127.0.0.1:${port}/`), headers, body: sent },
        ...{ reach: { networks: ['127.0.0.1'], ports: [] }, signal: AbortSignal.timeout(5_000) },
      })
    const good = signedHeaders([secretOf('the next one'), secret], 'one', Date.now(), body)
    expect(await post(good, body.replace('200', '300'))).toBe(400)
    expect(await post({ ...good, 'webhook-id': 'two' })).toBe(400)
    expect(await post(signedHeaders([secretOf('another one')], 'one', Date.now(), body))).toBe(400)
    expect(await post(signedHeaders([secret], 'one', Date.now() - 600_000, body))).toBe(400)
    const heard = printed(child, /alert\.fired NASDAQ:AAPL 200\.02/)
    expect(await post(good)).toBe(204)
    await heard
  },
)
