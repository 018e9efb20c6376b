import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { streamPaths } from '#src/contract/stream-names.ts'
import { blockedMsMax, type Report } from './onslaught.ts'
import type { Target } from './target.ts'

/** Stays below the number of simultaneous messages at which the gateway closes a socket. */
const messagesEach = 80
const patienceMs = 10_000
const repeats = 3
const paths = [...streamPaths, '/websocket/stock']

/** Sends messages over sockets of each path. A response `server_error` counts as a 500. */
export async function sendMessages(target: Target, messages: readonly string[], report: Report): Promise<void> {
  const { key } = await target.customer()
  for (let at = 0, turn = 0; at < messages.length; at += messagesEach, turn += 1) {
    const part = messages.slice(at, at + messagesEach)
    const path = `${paths[turn % paths.length]}?events=${turn % 2}&batch=${turn % 3 === 0 ? 1 : 0}`
    await target.longestBlock()
    await say({ target, key, path, report }, part)
    if ((await target.longestBlock()) > blockedMsMax) await findBlocks({ target, key, path, report }, part)
  }
}

type Talk = { target: Target; key: string; path: string; report: Report }

async function findBlocks(talk: Talk, messages: readonly string[]): Promise<void> {
  const { target, path, report } = talk
  for (const message of messages) {
    let least = Number.POSITIVE_INFINITY
    for (let times = 0; times < repeats && least > blockedMsMax; times += 1) {
      await say(talk, [message])
      least = Math.min(least, await target.longestBlock())
    }
    if (least > blockedMsMax) report.blocks.push({ attack: `${path} ${message.slice(0, 80)}`, ms: Math.round(least) })
  }
}

/** Sends all messages over one socket, then a ping. The pong proves that the messages were handled. */
async function say({ target, key, path, report }: Talk, messages: readonly string[]): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${target.gateway.port}${path}`, {
    headers: { token: key, host: `localhost:${target.gateway.port}` },
  })
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => reject(new Error(`${path} did not answer`)), patienceMs)
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.on('message', (data) => {
    const text = String(data)
    if (text.includes('"server_error"'))
      report.faults.push({ attack: `${path} message`, status: 500, body: text.slice(0, 300) })
    if (text.includes('the-last-one')) resolve()
  })
  socket.on('open', () => {
    for (const message of messages) socket.send(message)
    socket.send('{"ac":"ping","params":"the-last-one"}')
  })
  await over
  clearTimeout(late)
  socket.terminate()
  report.requests += messages.length
}

export async function sendFrames(target: Target, frames: readonly Buffer[], report: Report): Promise<void> {
  const { key } = await target.customer()
  for (const frame of frames) {
    await target.longestBlock()
    let least = Number.POSITIVE_INFINITY
    for (let times = 0; times < repeats && least > blockedMsMax; times += 1) {
      await sendFrame(target, key, frame)
      report.requests += 1
      least = Math.min(least, await target.longestBlock())
    }
    if (least > blockedMsMax)
      report.blocks.push({ attack: `frame ${frame.toString('hex', 0, 12)}`, ms: Math.round(least) })
  }
}

const frameWaitMs = 60

async function sendFrame(target: Target, key: string, frame: Buffer): Promise<void> {
  const socket = connect(target.gateway.port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => undefined)
  const upgraded = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  const lines = [
    'GET /stock HTTP/1.1',
    `host: localhost:${target.gateway.port}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
    `token: ${key}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await Promise.race([upgraded, closed])
  socket.write(frame)
  await Promise.race([closed, sleep(frameWaitMs)])
  socket.destroy()
}
