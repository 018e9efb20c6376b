import type { Log } from '../platform.ts'

type Writer = typeof process.stdout.write

type RawOutputOptions = {
  /** Whether the log is readable text on a terminal. Then only standard error is captured. */
  readable: boolean
  /** Called after an uncaught error was logged; should shut the process down properly. */
  onFault: () => void
}

/**
 * Converts the output of libraries to records of the log, with its format and redaction. Until disposed, captures
 * `console`, writes to the standard streams, warnings of Node, and uncaught errors.
 */
export function captureOutput(log: Log, { readable, onFault }: RawOutputOptions): Disposable {
  using stack = new DisposableStack()
  if (!readable) stack.use(captureStream(process.stdout, (text) => log.info(text, { from: 'stdout' })))
  stack.use(captureStream(process.stderr, (text) => log.warn(text, { from: 'stderr' })))
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ignore)
    stack.defer(() => stream.off('error', ignore))
  }
  const printers = process.listeners('warning')
  const onWarning = (warning: Error) => log.warn(warning.message, { from: 'node', name: warning.name })
  const onUncaught = (cause: unknown, origin: string) => {
    log.error('an error was not caught', { origin, cause })
    onFault()
  }
  process.removeAllListeners('warning')
  process.on('warning', onWarning)
  process.on('uncaughtException', onUncaught)
  stack.defer(() => {
    process.off('uncaughtException', onUncaught)
    process.off('warning', onWarning)
    for (const printer of printers) process.on('warning', printer)
  })
  return stack.move()
}

/** The reader of the log has disconnected. A report of the disconnection would go to the same stream and fail, too. */
function ignore(): void {}

function captureStream(stream: NodeJS.WriteStream, say: (text: string) => void): Disposable {
  const original = stream.write
  const capture: Writer = (chunk: Uint8Array | string, encoding?: unknown, done?: unknown) => {
    const text = (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')).trim()
    if (text !== '') say(text)
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') process.nextTick(() => callback())
    return true
  }
  stream.write = capture
  return {
    [Symbol.dispose]() {
      stream.write = original
    },
  }
}
