import type { CommandIo } from '#src/platform/server/control.ts'

/** Prints to the terminal. Progress overwrites one line; without a terminal, progress is not printed. */
export function terminalIo(signal: AbortSignal): CommandIo & { end(): void } {
  const tty = process.stdout.isTTY === true
  let open = false
  const end = () => {
    if (open) process.stdout.write('\n')
    open = false
  }
  return {
    cwd: process.cwd(),
    signal,
    print(line) {
      end()
      process.stdout.write(`${line}\n`)
    },
    progress(line) {
      if (!tty) return
      process.stdout.write(`\r\x1b[K${line}`)
      open = true
    },
    end,
  }
}
