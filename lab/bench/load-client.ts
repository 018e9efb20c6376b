/**
 * Child process of the gateway benches. It uses raw sockets with one request at a time, so that the client is not the
 * bottleneck.
 */
import { connect, type Socket } from 'node:net'

const [port = '0', path = '/', header = '', seconds = '3', sockets = '32', ratePerSecond = '0'] = process.argv.slice(2)
const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${header ? `${header}\r\n` : ''}\r\n`
const warmUpMs = 500
const lastChunk = Buffer.from('0\r\n\r\n')
const latencies: number[] = []
const started = performance.now()
const end = started + warmUpMs + Number(seconds) * 1_000
let answers = 0
let bad = 0
let open = Number(sockets)
const gapMs = Number(ratePerSecond) > 0 ? (1_000 * open) / Number(ratePerSecond) : 0

for (let at = 0; at < Number(sockets); at += 1) sendRequests(connect(Number(port), '127.0.0.1'))

function sendRequests(socket: Socket): void {
  let sentAt = 0
  let next = performance.now()
  let held = Buffer.alloc(0)
  const send = (dueAt = performance.now()) => {
    sentAt = dueAt
    socket.write(request)
  }
  socket.setNoDelay(true)
  socket.on('connect', () => send())
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const head = held.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = held.subarray(0, head).toString('latin1')
    if (/transfer-encoding: chunked/i.test(headers)) {
      if (!held.subarray(-lastChunk.length).equals(lastChunk)) return
    } else if (held.length < head + 4 + Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)) return
    if (held.subarray(9, 12).toString() !== '200') bad += 1
    held = Buffer.alloc(0)
    const now = performance.now()
    if (now > started + warmUpMs) {
      answers += 1
      latencies.push(now - sentAt)
    }
    if (now >= end) {
      socket.destroy()
      open -= 1
      if (open === 0) report()
      return
    }
    next = gapMs === 0 ? now : next + gapMs
    // After a late answer the next requests are late, too, and their latency counts from the time they were due.
    if (next - now < 1) send(Math.min(next, now))
    else setTimeout(send, next - now)
  })
}

function report(): void {
  latencies.sort((a, b) => a - b)
  const share = (fraction: number) => latencies[Math.floor(latencies.length * fraction)] ?? 0
  const perSecond = answers / Number(seconds)
  process.stdout.write(JSON.stringify({ perSecond, p50: share(0.5), p99: share(0.99), bad, all: latencies }))
}
