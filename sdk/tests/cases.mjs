// Runs the behaviour cases with the installed package, in JavaScript for Node 20: `node cases.mjs <folder of the cases>
// <origin>`. Prints one JSON line per case.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, Client } from '@market-data/client'

const [folder = '', apiUrl = ''] = process.argv.slice(2)
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const client = ({ name, silenceMs, timeoutMs }) =>
  new Client({ apiUrl, key: encodeURIComponent(name), backoff: { minMs: 1, maxMs: 2 }, silenceMs, timeoutMs })

async function rest(one) {
  const { rest } = client(one)
  try {
    if (one.download) {
      const answer = await rest.download(one.download, one.input)
      return { bytes: Buffer.from(await answer.arrayBuffer()).toString() }
    }
    if (one.rows) {
      const rows = []
      for await (const row of rest.rows(one.call, one.input)) rows.push(row)
      return { rows }
    }
    const answer = await rest[one.call](one.input)
    const { limit, remaining } = rest.rateLimit ?? {}
    return { ...answer, allowance: { limit, remaining } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error: { ...error } }
  }
}

async function stream(one) {
  const { stream } = client(one)
  const events = []
  let end = () => {}
  const ended = new Promise((resolve) => {
    end = resolve
  })
  const timer = setTimeout(end, 5_000)
  const add = (event) => {
    events.push(event)
    if (events.length >= one.events.length) end()
  }
  for (const kind of ['tick', 'quote', 'depth', 'kline'])
    stream.on(kind, ({ symbol, type, seq, skipped }) => add({ kind, symbol, type, seq, skipped }))
  stream.on('gap', ({ symbol, subscriptionType: type, from, to, rest }) =>
    add({ kind: 'gap', symbol, type, from, to, rest }),
  )
  stream.on('rejected', ({ symbol, error, limit }) => add({ kind: 'rejected', symbol, error, limit }))
  stream.on('heartbeat', ({ t, ages, replaced }) => add({ kind: 'heartbeat', t, ages, replaced }))
  stream.on('state', ({ kind, error }) => kind === 'refused' && add({ kind, error }))
  stream.subscribe(one.symbols, one.types)
  await ended
  clearTimeout(timer)
  stream.close()
  return { events }
}

const tell = async (one, outcome) => console.log(JSON.stringify({ name: one.name, outcome: await outcome }))
await Promise.all([
  ...read('rest.json').map((one) => tell(one, rest(one))),
  ...read('stream.json').map((one) => tell(one, stream(one))),
])
