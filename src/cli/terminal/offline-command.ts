import type { Log } from '#src/platform/platform.ts'
import type { CommandIo } from '#src/platform/server/control.ts'
import type { Config } from '#src/platform/settings.ts'

/** A command that fills stores instead of opening them, so the product must not run at the same time. */
export type OfflineCommand = {
  isOffline: true
  name: string
  usage: string
  summary: string
  run(config: Config, args: readonly string[], io: CommandIo, log: Log): Promise<void>
}

/** A command that needs neither settings nor stores. */
export type LocalCommand = {
  isLocal: true
  name: string
  usage: string
  summary: string
  run(args: readonly string[], io: CommandIo): Promise<void>
}
