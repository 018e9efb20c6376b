import { parseArgs } from 'node:util'
import { nearest } from './nearest.ts'

type Named = { name: string; usage: string }

/** `least`, `most`: the number of arguments apart from flags. `flags`: true for a flag that expects a value. */
export type Grammar = { flags: ReadonlyMap<string, boolean>; least: number; most: number }

/** Words of a usage: `[--keep`, `<n>]`, `<new code>`. */
const word = /(?:<[^>]*>|[^\s<])+/g

/** Reads a usage such as `import map <name> [<file>…] [--dry-run] [--region <region>]`. */
export function grammarOf({ name, usage }: Named): Grammar {
  const words = usage.slice(name.length).match(word) ?? []
  const flags = new Map<string, boolean>()
  let [least, most] = [0, 0]
  for (let at = 0; at < words.length; at += 1) {
    const [given = '', next] = [words[at], words[at + 1]]
    const flag = /^\[*--([\w-]+)(\]*)$/.exec(given)
    if (flag) {
      const expectsValue = flag[2] === '' && next !== undefined && !/^(\||\[|--)/.test(next)
      flags.set(flag[1] ?? '', expectsValue)
      if (expectsValue) at += 1
    } else if (given !== '|') {
      if (!given.startsWith('[')) least += 1
      most = />…\]*$/.test(given) ? Number.POSITIVE_INFINITY : most + 1
    }
  }
  return { flags, least, most }
}

/** The reason why a command does not accept these arguments, or null. */
export function faultIn(command: Named, args: readonly string[]): string | null {
  const { flags, least, most } = grammarOf(command)
  const options = Object.fromEntries(
    [...flags].map(([name, hasValue]) => [
      name,
      { type: hasValue ? 'string' : 'boolean', multiple: hasValue } as const,
    ]),
  )
  // A value such as -5 is an amount, not a flag.
  const shown = args.map((arg) => arg.replace(/^-(?=\d)/, ''))
  const { tokens } = parseArgs({ args: shown, options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const expectsValue = flags.get(token.name)
    if (expectsValue === undefined) return unknownFlag(command, token.rawName, [...flags.keys()])
    if (expectsValue && token.value === undefined) return `${token.rawName} needs a value.\nUsage: ${command.usage}`
    if (!expectsValue && token.value !== undefined) return `${token.rawName} takes no value.\nUsage: ${command.usage}`
  }
  const count = tokens.filter(({ kind }) => kind === 'positional').length
  return count < least || count > most ? `Usage: ${command.usage}` : null
}

function unknownFlag({ name, usage }: Named, flag: string, known: readonly string[]): string {
  const near = nearest(
    known.map((one) => `--${one}`),
    flag,
  )
  return `${name} has no flag ${flag}.${near === null ? '' : ` Did you mean ${near}?`}\nUsage: ${usage}`
}
