import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Locale } from '#src/contract/locale.ts'
import type enUS from '#src/locales/en-US/mcp.ts'
import { mcpWords } from './words.ts'

type PromptName = keyof (typeof enUS)['prompts']
type ArgumentName = keyof (typeof enUS)['arguments']

/** Prompts for common tasks. The value of an argument is its default; null: the argument is required. */
const prompts: Record<PromptName, Partial<Record<ArgumentName, string | null>>> = {
  overview: { code: null },
  compare: { codes: null, days: '250' },
  market: { class: 'stock', region: 'US' },
  history: { code: null, from: null, to: null, interval: '1d' },
}

export function listPrompts(locale: Locale): Prompt[] {
  const t = mcpWords(locale)
  return entries(prompts).map(([name, given]) => ({
    name,
    title: t(`prompts.${name}.title`),
    description: t(`prompts.${name}.description`),
    arguments: entries(given).map(([argument, standard]) => ({
      name: argument,
      description: t(`arguments.${argument}`),
      required: standard === null,
    })),
  }))
}

export function promptText(locale: Locale, asked: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const [name, wanted] = entries(prompts).find(([known]) => known === asked) ?? []
  if (!name || !wanted) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${asked}.`)
  const values = { code: '', codes: '', days: '', class: '', region: '', interval: '', from: '', to: '' }
  for (const [argument, standard] of entries(wanted)) {
    const value = given[argument]?.trim() || standard
    if (!value) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${argument} is missing.`)
    values[argument] = value
  }
  const t = mcpWords(locale)
  return {
    description: t(`prompts.${name}.description`),
    messages: [{ role: 'user', content: { type: 'text', text: t(`prompts.${name}.text`, values) } }],
  }
}

function entries<K extends string, V>(of: { readonly [P in K]?: V }): [K, V][] {
  return Object.entries(of) as [K, V][]
}
