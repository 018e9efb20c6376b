import { connect } from 'node:net'

export type RawRequest = {
  port: number
  method: string
  /** Path and query, sent unchanged. */
  target: string
  headers: readonly (readonly [string, string])[]
  body?: Buffer
}

/** `status`: 0 if the connection closed without a response, 599 if the server was silent for `patienceMs`. */
export type RawAnswer = { status: number; body: string }

const answerBytesMax = 300_000
const patienceMs = 20_000
const headBytesMax = 4_096

/** Sends exactly these bytes over a new connection. A client library would refuse or repair them. */
export function sendRaw(request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(request.port, '127.0.0.1')
    const chunks: Buffer[] = []
    let size = 0
    const done = () => {
      socket.destroy()
      resolve(readAnswer(Buffer.concat(chunks)))
    }
    socket.setTimeout(patienceMs, () => {
      socket.destroy()
      resolve({ status: 599, body: `silent for ${patienceMs} ms` })
    })
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > answerBytesMax || (size <= headBytesMax && isEndless(chunks))) done()
    })
    socket.on('error', done)
    socket.on('close', done)
    if (isShort(request)) socket.end(bytesOf(request))
    else socket.write(bytesOf(request))
  })
}

/** Whether the server may leave a request without a response: a CONNECT request, or an incomplete request. */
export function mayStayUnanswered(request: RawRequest): boolean {
  return request.method === 'CONNECT' || isShort(request)
}

/**
 * Whether the headers announce a body that may never come. The server then waits until we end the connection, and its
 * response is lost.
 */
function isShort({ headers, body }: RawRequest): boolean {
  const names = headers.map(([name]) => name)
  return names.includes('transfer-encoding') || (names.includes('content-length') && !body)
}

/**
 * Whether the response is an event stream, which never ends. Its head then counts as the whole response, even after
 * `100 Continue`.
 */
function isEndless(chunks: readonly Buffer[]): boolean {
  const head = Buffer.concat(chunks).toString('latin1', 0, headBytesMax)
  const [answer = ''] = head.replace(/^(?:HTTP\/1\.1 1\d\d[^\r]*\r\n\r\n)*/, '').split('\r\n\r\n', 1)
  return /\r\ncontent-type: text\/event-stream/i.test(answer)
}

function bytesOf({ port, method, target, headers, body }: RawRequest): Buffer {
  const named = new Set(headers.map(([name]) => name))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(named.has('host') ? [] : [`host: localhost:${port}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !named.has('content-length') && !named.has('transfer-encoding')
      ? [`content-length: ${body.length}`]
      : []),
    ...(named.has('connection') ? [] : ['connection: close']),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body ? Buffer.concat([head, body]) : head
}

function readAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1')
  const status = Number(/^(?:HTTP\/1\.1 1\d\d[^\r]*\r\n\r\n)*HTTP\/1\.[01] ([2-5]\d\d)/.exec(text)?.[1] ?? 0)
  return { status, body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}
