import { listContent } from '#src/content/content.ts'
import type { TextFault } from '#src/contract/values/own-text.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from './terminal/actor.ts'
import { parse, spoken } from './terminal/arguments.ts'

const check: Command = {
  name: 'content check',
  usage: 'content check',
  summary: 'List the texts in CONTENT_DIR, with what is wrong with those that the site does not use',
  async run(ctx, args, io) {
    parse(args, {})
    const { folder, files } = await listContent(ctx, actor)
    if (folder === null) return io.print('CONTENT_DIR is not set: the site shows the texts of the product.')
    if (files === null) return io.print(`${folder} cannot be read.`)
    if (files.length === 0) io.print(`${folder} holds no Markdown files.`)
    for (const { path, faults } of files) io.print(`${path}  ${faults.map(wordsOf).join('; ') || 'used'}`)
  },
}

export const contentCommands: readonly Command[] = [check].map(spoken)

function wordsOf({ name, at }: TextFault): string {
  switch (name) {
    case 'unknown_place':
      return 'no page of the site is here'
    case 'too_large':
      return `larger than ${at}`
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
  }
}
