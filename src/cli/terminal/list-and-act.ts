import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { one, parse } from './arguments.ts'
import { show } from './checked.ts'

type Listing<T extends object> = {
  /** Printed when `read` returns nothing. */
  none: string
  read(ctx: Platform): Promise<readonly T[]>
  line(thing: T, now: number): string
}

export function listing<T extends object>(name: string, summary: string, { none, read, line }: Listing<T>): Command {
  return {
    ...{ name, usage: `${name} [--json]`, summary },
    async run(ctx, args, io) {
      parse(args, {})
      const things = await read(ctx)
      if (things.length === 0) io.print(none)
      for (const thing of things) show(io, thing, line(thing, ctx.clock.now()))
    },
  }
}

/** A command about one named object, such as `coupons end <CODE>`. It prints the sentence that `act` returns. */
export function aboutOne(
  usage: string,
  summary: string,
  act: (ctx: Platform, name: string) => Promise<string>,
): Command {
  return {
    ...{ name: usage.replace(/ <.*$/, ''), usage, summary },
    async run(ctx, args, io) {
      io.print(await act(ctx, one(parse(args, {}).positionals, usage)))
    },
  }
}
