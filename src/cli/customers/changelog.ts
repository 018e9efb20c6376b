import { keepChange, listChangelog, publishChange, removeChange } from '#src/content/changelog.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { numberOf, one, parse } from '../terminal/arguments.ts'
import { languageFlags } from '../terminal/language-flags.ts'
import { aboutOne, listing } from '../terminal/list-and-act.ts'

const languages = languageFlags('')
const options = { day: { type: 'string' }, ...languages.options } as const

const list = listing('changelog list', 'Entries of the page Changelog that were written here, drafts included', {
  none: 'There are no entries.',
  read: (ctx) => listChangelog(ctx, actor),
  line: ({ id, day, isPublished, texts }) =>
    `${id}  ${day}  ${isPublished ? 'published' : 'draft'}  ${texts['en-US'].split('\n')[0]}`,
})

const add: Command = {
  name: 'changelog add',
  usage: `changelog add --day 2026-01-31 ${languages.usage}`,
  summary: 'Keep a new entry as a draft, in Markdown; one language is enough',
  async run(ctx, args, io) {
    const id = await keepChange(ctx, actor, { about: null, ...writtenIn(args, this.usage).written })
    io.print(`Entry ${id} is a draft. Publish it: changelog publish ${id}`)
  },
}

const edit: Command = {
  name: 'changelog edit',
  usage: `changelog edit <number> --day 2026-01-31 ${languages.usage}`,
  summary: 'Replace the texts of an entry; a published one changes for everybody',
  async run(ctx, args, io) {
    const { positionals, written } = writtenIn(args, this.usage)
    const id = numberOf(one(positionals, this.usage))
    await keepChange(ctx, actor, { about: { id, version: null }, ...written })
    io.print(`Entry ${id} is kept.`)
  },
}

const publishing = 'Put a draft on the page Changelog of the documentation'
const publish = aboutOne('changelog publish <number>', publishing, async (ctx, named) => {
  const id = numberOf(named)
  await publishChange(ctx, actor, { id, version: null })
  return `Entry ${id} is published.`
})

const remove = aboutOne('changelog remove <number>', 'Delete an entry', async (ctx, named) => {
  const id = numberOf(named)
  await removeChange(ctx, actor, { id, version: null })
  return `Entry ${id} is deleted.`
})

export const changelogCommands: readonly Command[] = [list, add, edit, publish, remove]

function writtenIn(args: readonly string[], usage: string) {
  const { values, positionals } = parse(args, options)
  const { day } = values
  if (day === undefined) throw new SettingsError(`Usage: ${usage}`)
  return { positionals, written: { day, texts: languages.texts(values) } }
}
