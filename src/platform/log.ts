import type { Log } from './platform.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogSink = (line: {
  level: LogLevel
  time: string
  message: string
  fields: Record<string, unknown>
}) => void

const order: LogLevel[] = ['debug', 'info', 'warn', 'error']
const secretNames =
  /^(.*(password|secret|token|authorization|cookie|mnemonic|apikey|api_key|privatekey|private_key|sessionid).*|code|key|otp|xpub|(database|clickhouse|redis|smtp)_?url)$/i
const secretShapes =
  /\btw_(?:live|test)_[A-Za-z0-9]{8,}|([?&](?:token|key|code)=)[^&\s"]+|(\b[a-z+]+:\/\/[^\s/:@]*:)[^\s@]+(?=@)/gi

/** JSON lines on stdout; on a terminal, one readable line each. */
export function createLog(options: { level: LogLevel; readable: boolean }): Log {
  return logTo(options.readable ? readableSink : jsonSink, options.level)
}

/** A log into `sink`, redacted before it arrives there. */
export function logTo(sink: LogSink, level: LogLevel, bound: Record<string, unknown> = {}): Log {
  const write =
    (at: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (order.indexOf(at) < order.indexOf(level)) return
      const redacted = redact({ ...bound, ...fields }) as Record<string, unknown>
      sink({ level: at, time: new Date().toISOString(), message: scrub(message), fields: redacted })
    }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: (fields) => logTo(sink, level, { ...bound, ...fields }),
  }
}

/** A log that keeps nothing, for tests. */
export const silentLog: Log = logTo(() => {}, 'error')

/** Replaces secrets by name of the field and by shape of the text; errors become plain objects with their causes. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Error) return errorFields(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '…'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretNames.test(name) ? '[redacted]' : redact(item, depth + 1),
    ]),
  )
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined || depth > 4 ? {} : { cause: redact(error.cause, depth + 1) }
  return { name: error.name, message: scrub(error.message), ...code, stack: scrub(error.stack ?? ''), ...cause }
}

function scrub(text: string): string {
  return text.replaceAll(secretShapes, (_all, query?: string, url?: string) => `${query ?? url ?? ''}[redacted]`)
}

const jsonSink: LogSink = ({ level, time, message, fields }) => {
  process.stdout.write(`${JSON.stringify({ time, level, message, ...fields })}\n`)
}

const colours = { debug: 90, info: 36, warn: 33, error: 31 }

const readableSink: LogSink = ({ level, time, message, fields }) => {
  const details = Object.entries(fields)
    .map(([name, value]) =>
      name === 'cause' ? '' : ` \x1b[90m${name}=\x1b[0m${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('')
  const cause = fields.cause as { stack?: string; message?: string } | undefined
  const stack = cause ? `\n\x1b[90m${cause.stack || cause.message || JSON.stringify(cause)}\x1b[0m` : ''
  process.stdout.write(
    `\x1b[90m${time.slice(11, 19)}\x1b[0m \x1b[${colours[level]}m${level.padEnd(5)}\x1b[0m ${message}${details}${stack}\n`,
  )
}
