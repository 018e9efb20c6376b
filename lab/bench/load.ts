import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Durations in ms; `all` is in ascending order. `bad` counts responses with a status other than 200. */
export type Load = { perSecond: number; p50: number; p99: number; bad: number; all: number[] }

type LoadOptions = {
  port: number
  path: string
  header?: string
  seconds?: number
  sockets?: number
  perSecond?: number
}

/** Sends GETs of one path from a separate process (`load-client.ts`), at full speed unless a rate is given. */
export function load({
  port,
  path,
  header = '',
  seconds = 3,
  sockets = 32,
  perSecond = 0,
}: LoadOptions): Promise<Load> {
  const script = join(import.meta.dirname, 'load-client.ts')
  const args = [script, String(port), path, header, String(seconds), String(sockets), String(perSecond)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve, reject) =>
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(text) as Load) : reject(new Error(`the client ended with ${code}`)),
    ),
  )
}
