import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Durations in ms; `all` is in ascending order. */
export type Load = { perSecond: number; p50: number; p99: number; all: number[] }

type LoadOptions = {
  port: number
  path: string
  header?: string
  seconds?: number
  sockets?: number
  perSecond?: number
}

/**
 * Sends GETs of one path from a separate process (`load-client.ts`), at full speed unless a rate is given. Throws if a
 * response has a status other than 200, because a refusal would count as a fast answer.
 */
export async function load({
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
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the client ended with ${code}`)
  const { bad, ...found } = JSON.parse(text) as Load & { bad: number }
  if (bad > 0) throw new Error(`${path}: ${bad} answers were not 200`)
  if (found.all.length === 0) throw new Error(`${path}: there were no answers`)
  return found
}
