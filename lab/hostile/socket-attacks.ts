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

/**
 * Sends all messages over one socket, then a ping. The pong proves that the messages were handled. If the socket closes
 * first, each half of the messages gets a socket of its own. A message that closes its socket counts as handled if a
 * socket without it stays open.
 */
async function say(talk: Talk, messages: readonly string[]): Promise<void> {
  const { path, report } = talk
  const end = await endOf(talk, messages)
  if (end === 'handled' || (end === 'closed' && messages.length === 1)) report.requests += messages.length
  if (end !== 'closed') return
  const half = Math.ceil(messages.length / 2)
  if (messages.length === 0) report.faults.push({ attack: `${path} ping`, status: 0, body: 'closed without a pong' })
  else if (messages.length === 1) await say(talk, [])
  else for (const part of [messages.slice(0, half), messages.slice(half)]) await say(talk, part)
}

async function endOf(
  { target, key, path, report }: Talk,
  messages: readonly string[],
): Promise<'handled' | 'closed' | 'not opened'> {
  const socket = new WebSocket(`ws://127.0.0.1:${target.gateway.port}${path}`, {
    headers: { token: key, host: `localhost:${target.gateway.port}` },
  })
  const { promise: end, resolve, reject } = Promise.withResolvers<'handled' | 'closed' | 'not opened'>()
  const late = setTimeout(() => reject(new Error(`${path} did not answer`)), patienceMs)
  let isOpen = false
  socket.on('error', ({ message }) => {
    if (isOpen) return
    report.faults.push({ attack: `${path} handshake`, status: 0, body: message })
    resolve('not opened')
  })
  socket.on('close', () => resolve('closed'))
  socket.on('message', (data) => {
    const text = String(data)
    if (text.includes('"server_error"'))
      report.faults.push({ attack: `${path} message`, status: 500, body: text.slice(0, 300) })
    if (text.includes('the-last-one')) resolve('handled')
  })
  socket.on('open', () => {
    isOpen = true
    for (const message of messages) socket.send(message)
    socket.send('{"ac":"ping","params":"the-last-one"}')
  })
  const found = await end
  clearTimeout(late)
  socket.terminate()
  return found
}

export async function sendFrames(target: Target, frames: readonly Buffer[], report: Report): Promise<void> {
  const { key } = await target.customer()
  for (const frame of frames) {
    await target.longestBlock()
    let least = Number.POSITIVE_INFINITY
    for (let times = 0; times < repeats && least > blockedMsMax; times += 1) {
      await sendFrame(target, key, frame, report)
      report.requests += 1
      least = Math.min(least, await target.longestBlock())
    }
    if (least > blockedMsMax)
      report.blocks.push({ attack: `frame ${frame.toString('hex', 0, 12)}`, ms: Math.round(least) })
  }
}

const frameWaitMs = 60

async function sendFrame(target: Target, key: string, frame: Buffer, report: Report): Promise<void> {
  const socket = connect(target.gateway.port, '127.0.0.1')
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve('')))
  socket.on('error', () => undefined)
  const upgraded = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
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
  const answer = await Promise.race([upgraded, closed])
  if (!answer.startsWith('HTTP/1.1 101'))
    report.faults.push({ attack: 'frame handshake', status: Number(answer.slice(9, 12)), body: answer.slice(0, 300) })
  socket.write(frame)
  await Promise.race([closed, sleep(frameWaitMs)])
  socket.destroy()
}
