import { addressesOf, contactByEmail } from '#src/accounts/sessions/profile.ts'
import { locales } from '#src/contract/locale.ts'
import { textIn } from '#src/contract/status/status.ts'
import { ticketStates } from '#src/contract/values/ticket-state.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import { keepCannedText, listCannedTexts } from '#src/support/canned-texts.ts'
import {
  type AboutTicket,
  answerTicket,
  assignTicket,
  closeTicket,
  listTickets,
  readTicket,
  reopenTicket,
} from '#src/support/console-tickets.ts'
import { actor } from '../terminal/actor.ts'
import { minuteOf, one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { languageFlags } from '../terminal/language-flags.ts'
import { aboutOne } from '../terminal/list-and-act.ts'

const pageSize = 50
const languages = languageFlags('')

/** Ticket numbers are in capitals, but people may type lower case. */
const about = (text: string): AboutTicket => ({ id: text.toUpperCase(), version: null })

const list: Command = {
  name: 'ticket list',
  usage: `ticket list [--state ${ticketStates.join('|')}] [--assignee <email>|nobody] [--after <place>] [--json]`,
  summary:
    'Messages of customers, the last changed first, with --state open the longest waiting first; --after goes on from the place that the last page ends with',
  async run(ctx, args, io) {
    const { values } = parse(args, {
      state: { type: 'string' },
      assignee: { type: 'string' },
      after: { type: 'string' },
    })
    const state = ticketStates.find((known) => known === values.state)
    const after = values.after === undefined ? null : readCursor(values.after)
    if (state !== values.state || (values.after !== undefined && !after))
      throw new SettingsError(`Usage: ${this.usage}`)
    const assigneeId = await readAssignee(ctx, values.assignee)
    const { rows, next } = await listTickets(ctx, actor, { state, assigneeId }, { limit: pageSize, after })
    if (rows.length === 0) io.print('No tickets.')
    const assignees = await namesOf(
      ctx,
      rows.map((ticket) => ticket.assigneeId),
    )
    for (const { id, state, changedAt, email, assigneeId, excerpt } of rows) {
      const [line = ''] = excerpt.split('\n')
      const assignee = assigneeId === null ? 'nobody' : (assignees.get(assigneeId) ?? assigneeId)
      const parts = [id, state, minuteOf(changedAt), email, assignee, line.slice(0, 60)]
      show(
        io,
        { id, state, changedAt, email, assignee: assigneeId === null ? null : assignee, excerpt },
        parts.join('  '),
      )
    }
    if (next) show(io, { after: cursorText(next) }, `More: --after ${cursorText(next)}`)
  },
}

const showTicket: Command = {
  name: 'ticket show',
  usage: 'ticket show <number> [--json]',
  summary: 'One ticket with its messages',
  async run(ctx, args, io) {
    const { ticket, messages } = await readTicket(ctx, actor, one(args, this.usage).toUpperCase())
    const { id, state, name, email, locale, accountId, assigneeId } = ticket
    const known = await namesOf(ctx, [assigneeId, ...messages.map(({ authorId }) => authorId)])
    if (io.json) io.json({ ...ticket, messages })
    io.print(`${id}  ${state}  ${name} <${email}>  ${locale}  ${accountId === null ? 'by mail' : accountId}`)
    io.print(`Assigned to ${assigneeId === null ? 'nobody' : (known.get(assigneeId) ?? assigneeId)}`)
    for (const { author, authorId, text, at } of messages) {
      const by = author === 'customer' ? email : ((authorId && known.get(authorId)) ?? 'the command line')
      io.print(`\n${minuteOf(at)}  ${by}\n${text}`)
    }
  },
}

const answer: Command = {
  name: 'ticket answer',
  usage: 'ticket answer <number> --text <text> | --canned <name> [--close]',
  summary: 'Mail the customer an answer; a canned text goes out in their language. --close expects nothing more',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, {
      text: { type: 'string' },
      canned: { type: 'string' },
      close: { type: 'boolean' },
    })
    const ticket = about(one(positionals, this.usage))
    if ((values.text === undefined) === (values.canned === undefined)) throw new SettingsError(`Usage: ${this.usage}`)
    const text = values.text ?? (await cannedText(ctx, ticket.id, values.canned ?? ''))
    await answerTicket(ctx, actor, { ...ticket, text, closes: values.close === true })
    io.print(`${ticket.id} is answered${values.close ? ' and closed' : ''}.`)
  },
}

const assign: Command = {
  name: 'ticket assign',
  usage: 'ticket assign <number> --to <email>|nobody',
  summary: 'Give a ticket to a person of the staff, or to nobody',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { to: { type: 'string' } })
    const ticket = about(one(positionals, this.usage))
    const assigneeId = await readAssignee(ctx, values.to)
    if (assigneeId === undefined) throw new SettingsError(`Usage: ${this.usage}`)
    await assignTicket(ctx, actor, { ...ticket, assigneeId })
    io.print(`${ticket.id} belongs to ${values.to}.`)
  },
}

const closing = 'End a ticket without an answer; the next message of the customer opens it again'
const close = aboutOne('ticket close <number>', closing, async (ctx, named) => {
  const ticket = about(named)
  await closeTicket(ctx, actor, ticket)
  return `${ticket.id} is closed.`
})

const reopening = 'Put a ticket back among those that wait for an answer'
const reopen = aboutOne('ticket reopen <number>', reopening, async (ctx, named) => {
  const ticket = about(named)
  await reopenTicket(ctx, actor, ticket)
  return `${ticket.id} waits for an answer.`
})

const texts: Command = {
  name: 'ticket texts',
  usage: `ticket texts [<name>] ${languages.usage} [--remove] [--json]`,
  summary: 'The canned texts for answers; with a name, keep one in one language or more, or remove it',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { ...languages.options, remove: { type: 'boolean' } })
    if (positionals.length > 0) {
      const kept = values.remove ? null : languages.texts(values)
      await keepCannedText(ctx, actor, { name: one(positionals, this.usage), version: null, texts: kept })
    } else if (Object.keys(values).length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const known = await listCannedTexts(ctx, actor)
    if (known.length === 0) io.print('There are no canned texts.')
    for (const { name, texts } of known)
      show(
        io,
        { name, texts },
        [name, ...locales.flatMap((locale) => (texts[locale] ? [`  ${locale}  ${texts[locale]}`] : []))].join('\n'),
      )
  },
}

export const ticketCommands: readonly Command[] = [list, showTicket, answer, assign, close, reopen, texts]

/** The account of the named assignee. Undefined: the option is missing; null: the ticket is assigned to nobody. */
async function readAssignee(ctx: Platform, text: string | undefined): Promise<string | null | undefined> {
  if (text === undefined || text === 'nobody') return text === undefined ? undefined : null
  const contact = await contactByEmail(ctx.postgres.db, text)
  if (!contact) throw new SettingsError(`${text} has no account here.`)
  return contact.id
}

async function namesOf(ctx: Platform, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const found = await addressesOf(
    ctx.postgres.db,
    ids.filter((id) => id !== null),
  )
  return new Map(found.map(({ accountId, email }) => [accountId, email]))
}

async function cannedText(ctx: Platform, ticketId: string, name: string): Promise<string> {
  const { recipient } = await readTicket(ctx, actor, ticketId)
  const canned = (await listCannedTexts(ctx, actor)).find((one) => one.name === name)
  if (!canned) throw new SettingsError(`There is no canned text "${name}".`)
  return textIn(canned.texts, recipient.locale).text
}
