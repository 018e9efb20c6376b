import { isRecord } from '#src/contract/record.ts'
import type { Log } from '../platform.ts'
import { redact, scrub } from './redaction.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogSink = (line: {
  level: LogLevel
  time: string
  message: string
  fields: Record<string, unknown>
}) => void

const order: LogLevel[] = ['debug', 'info', 'warn', 'error']
export function createLog(options: { level: LogLevel; readable: boolean }): Log {
  const write: Write = process.stdout.write.bind(process.stdout)
  return logTo(options.readable ? readableSink(write) : jsonSink(write), options.level)
}

/** A log that writes to `sink`. Records, except those of `plain`, are redacted before they reach `sink`. */
export function logTo(sink: LogSink, level: LogLevel, bound: Record<string, unknown> = {}): Log {
  const write =
    (at: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (order.indexOf(at) < order.indexOf(level)) return
      const redacted = redact({ ...bound, ...fields })
      sink({
        level: at,
        time: new Date().toISOString(),
        message: scrub(message),
        fields: isRecord(redacted) ? redacted : {},
      })
    }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    plain(message, fields) {
      if (order.indexOf('info') < order.indexOf(level)) return
      sink({ level: 'info', time: new Date().toISOString(), message, fields: { ...bound, ...fields } })
    },
    with: (fields) => logTo(sink, level, { ...bound, ...fields }),
  }
}

export const silentLog: Log = logTo(() => {}, 'error')

/** Writes to standard output directly, even while `captureOutput` captures the stream: a line is not captured again. */
type Write = (text: string) => void

/** A field never replaces `time`, `level` or `message`. */
const jsonSink =
  (write: Write): LogSink =>
  ({ level, time, message, fields }) => {
    const own = { time, level, message }
    write(`${JSON.stringify({ ...own, ...fields, ...own })}\n`)
  }

const colours = { debug: 90, info: 36, warn: 33, error: 31 }

const readableSink =
  (write: Write): LogSink =>
  ({ level, time, message, fields }) => {
    const details = Object.entries(fields)
      .map(([name, value]) =>
        name === 'cause' ? '' : ` \x1b[90m${name}=\x1b[0m${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join('')
    const stack = fields.cause ? `\n\x1b[90m${causeText(fields.cause)}\x1b[0m` : ''
    write(
      `\x1b[90m${time.slice(11, 19)}\x1b[0m \x1b[${colours[level]}m${level.padEnd(5)}\x1b[0m ${message}${details}${stack}\n`,
    )
  }

function causeText(cause: unknown): string {
  const { stack, message } = isRecord(cause) ? cause : {}
  return String(stack || message || JSON.stringify(cause))
}
