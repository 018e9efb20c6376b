import { listContent } from '#src/content/content.ts'
import type { TextFault } from '#src/contract/values/own-text.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from './terminal/actor.ts'
import { parse } from './terminal/arguments.ts'
import { show } from './terminal/checked.ts'

const check: Command = {
  name: 'content check',
  usage: 'content check [--json]',
  summary:
    'List the texts in CONTENT_DIR with what is wrong with those that the site does not use, and your texts that lack a translation',
  async run(ctx, args, io) {
    parse(args, {})
    const { folder, files, untranslated } = await listContent(ctx, actor)
    if (folder === null) io.print('CONTENT_DIR is not set.')
    else if (files === null) io.print(`${folder} cannot be read.`)
    else if (files.length === 0) io.print(`${folder} holds no Markdown files.`)
    for (const { path, faults } of files ?? [])
      show(io, { path, faults }, `${path}  ${faults.map(wordsOf).join('; ') || 'used'}`)
    if (untranslated === null) return
    if (untranslated.length === 0) io.print('Each of your texts is there in every language.')
    for (const { path, texts } of untranslated)
      show(
        io,
        { path, untranslated: texts },
        `${path}  not translated${texts.length > 0 ? `: ${texts.join(', ')}` : ''}`,
      )
  },
}

export const contentCommands: readonly Command[] = [check]

function wordsOf({ name, at }: TextFault): string {
  switch (name) {
    case 'unknown_place':
      return 'no page of the site is here'
    case 'too_large':
      return `larger than ${at}`
    case 'too_many':
      return `not read, because the folder has more than ${at} files`
    case 'not_utf8':
      return 'not UTF-8'
    case 'no_head':
      return 'has no head'
    case 'missing':
      return `its head has no ${at}`
    case 'bad_date':
      return `${at} is not a date`
    case 'unknown_directive':
      return `nothing fills ${at}`
    case 'unknown_text':
      return `the page has no text ${at}`
    case 'unknown_section':
      return `the home page has no section ${at}`
    case 'bad_text':
      return `${at} is empty, cannot be read, or uses a value that the page does not fill`
  }
}
