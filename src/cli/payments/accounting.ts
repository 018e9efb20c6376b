import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportCredit } from '#src/billing/accounting/credit-export.ts'
import { exportLedger, type Span } from '#src/billing/accounting/ledger-export.ts'
import { exportRevenue } from '#src/billing/accounting/revenue-export.ts'
import { exportPapers } from '#src/billing/accounting/sales/papers-export.ts'
import { exportService } from '#src/billing/accounting/sales/service-export.ts'
import { exportTax } from '#src/billing/accounting/sales/tax-export.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { parse } from '../terminal/arguments.ts'
import { cannotWrite } from '../terminal/named-files.ts'

const text = { type: 'string' } as const

const ledger: Command = {
  name: 'payments export ledger',
  usage: 'payments export ledger [--from 2026-01-01] [--to 2026-02-01] [--out ledger.csv]',
  summary: 'Every booking as CSV, with the customer’s credit after it',
  run: (ctx, args, io) => overSpan(ctx, args, io, exportLedger),
}

const revenue: Command = {
  name: 'payments export revenue',
  usage: 'payments export revenue [--from 2026-01-01] [--to 2026-02-01] [--out revenue.csv]',
  summary: 'Revenue by month and plan as CSV, recognised when an order is completed',
  run: (ctx, args, io) => overSpan(ctx, args, io, exportRevenue),
}

const service: Command = {
  name: 'payments export service',
  usage: 'payments export service [--from 2026-01-01] [--to 2026-02-01] [--out service.csv]',
  summary: 'Revenue by month of payment and month of service as CSV, for deferred revenue',
  run: (ctx, args, io) => overSpan(ctx, args, io, exportService),
}

const tax: Command = {
  name: 'payments export tax',
  usage: 'payments export tax [--from 2026-01-01] [--to 2026-02-01] [--out tax.csv]',
  summary: 'Tax by month and country as CSV',
  run: (ctx, args, io) => overSpan(ctx, args, io, exportTax),
}

const papers: Command = {
  name: 'payments export papers',
  usage: 'payments export papers [--from 2026-01-01] [--to 2026-02-01] [--out papers.csv]',
  summary: 'Every receipt and credit note as CSV',
  run: (ctx, args, io) => overSpan(ctx, args, io, exportPapers),
}

const credit: Command = {
  name: 'payments export credit',
  usage: 'payments export credit [--at 2026-02-01] [--out credit.csv]',
  summary: 'What is owed to each customer as CSV, paid and promotional, now or just before a date',
  async run(ctx, args, io) {
    const { values } = parse(args, { at: text, out: text })
    const at = values.at === undefined ? ctx.clock.now() + 1 : readDay('--at', values.at)
    await write(exportCredit(ctx, actor, at), values.out, io)
  },
}

async function overSpan(
  ctx: Platform,
  args: readonly string[],
  io: CommandIo,
  lines: (ctx: Platform, by: Actor, span: Span) => AsyncGenerator<string>,
): Promise<void> {
  const { values } = parse(args, { from: text, to: text, out: text })
  const from = values.from === undefined ? 0 : readDay('--from', values.from)
  const to = values.to === undefined ? ctx.clock.now() + 1 : readDay('--to', values.to)
  if (from > to) throw new SettingsError('--from is later than --to.')
  await write(lines(ctx, actor, { from, to }), values.out, io)
}

function readDay(flag: string, given: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? parseInstant(given) : null
  if (at === null) throw new SettingsError(`${flag} takes a day such as 2026-01-31, which begins at midnight UTC.`)
  return at
}

async function write(lines: AsyncGenerator<string>, out: string | undefined, io: CommandIo): Promise<void> {
  if (out === undefined) {
    for await (const line of lines) {
      io.signal.throwIfAborted()
      io.print(line)
      await io.untilRead?.()
    }
    return
  }
  const path = resolve(io.cwd, out)
  const ended = async function* () {
    for await (const line of lines) yield `${line}\n`
  }
  await pipeline(Readable.from(ended()), createWriteStream(path, { mode: 0o600 }), { signal: io.signal }).catch(
    cannotWrite(out),
  )
  io.print(path)
}

export const accountingCommands: readonly Command[] = [ledger, revenue, service, tax, papers, credit]
