import { dirname, join } from 'node:path'

/** A top-level declaration of a file with its text and the declarations that it may call. `id` is `file#name`. */
export type Declaration = { id: string; file: string; name: string; text: string; uses: readonly string[] }

const begin = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm
const named = /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm
const whole = /^import \* as (\w+) from '([^']+)'/gm

/**
 * Top-level declarations and the declarations to which they refer. The result is approximate, but misses no call by
 * name.
 */
export function declarationsOf(files: readonly { file: string; text: string }[]): Map<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const { file, text } of files) {
    const scope = scopeOf(file, text)
    for (const { name, body } of namedBodies(text)) {
      const id = `${file}#${name}`
      found.set(id, { id, file, name, text: body, uses: usesOf(body, scope).filter((other) => other !== id) })
    }
  }
  return found
}

/** The declarations that `from` may call, including itself. */
export function reached(from: readonly string[], declarations: ReadonlyMap<string, Declaration>): Declaration[] {
  const open = [...from]
  const seen = new Set<string>()
  while (open.length > 0) {
    const id = open.pop() ?? ''
    if (seen.has(id) || !declarations.has(id)) continue
    seen.add(id)
    open.push(...(declarations.get(id)?.uses ?? []))
  }
  return [...seen].flatMap((id) => declarations.get(id) ?? [])
}

type Scope = { names: Map<string, string>; spaces: Map<string, string> }

function namedBodies(text: string): { name: string; body: string }[] {
  const starts = [...text.matchAll(begin)]
  return starts.map(({ index, 1: name = '' }, at) => ({ name, body: text.slice(index, starts[at + 1]?.index) }))
}

function scopeOf(file: string, text: string): Scope {
  const names = new Map(namedBodies(text).map(({ name }) => [name, `${file}#${name}`]))
  const spaces = new Map<string, string>()
  for (const [, list = '', specifier = ''] of text.matchAll(named))
    for (const entry of list.split(',').map((one) => one.trim().replace(/^type /, ''))) {
      const [name = '', alias = name] = entry.split(' as ')
      names.set(alias, `${fileOf(file, specifier)}#${name}`)
    }
  for (const [, space = '', specifier = ''] of text.matchAll(whole)) spaces.set(space, fileOf(file, specifier))
  return { names, spaces }
}

function fileOf(from: string, specifier: string): string {
  return specifier.startsWith('.') ? join(dirname(from), specifier) : specifier.replace(/^#/, '')
}

/** The declarations to which `body`, a part of a file, refers. */
export function usesOf(body: string, { names, spaces }: Scope): string[] {
  const words = [...body.matchAll(/(?<![.\w])(\w+)(?:\.(\w+))?/g)]
  const used = words.flatMap(([, first = '', second]) => {
    const space = spaces.get(first)
    return space === undefined ? (names.get(first) ?? []) : `${space}#${second}`
  })
  return [...new Set(used)]
}
