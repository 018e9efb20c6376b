/**
 * One instruction of a Dockerfile. For instance, `COPY --from=site /app/build ./build` has the flag `from` and two
 * words.
 */
export type Instruction = { verb: string; flags: Record<string, string>; text: string; words: string[] }

export type Stage = { name: string | null; base: string; steps: Instruction[] }

/** The stages of a Dockerfile, in order. Continued lines are joined; comments are removed. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.replaceAll(/\\\n\s*/g, '').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const step = readInstruction(line)
    if (step.verb === 'FROM') {
      const [base = '', , name = null] = step.words
      stages.push({ name, base, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}

function readInstruction(line: string): Instruction {
  const [, verb = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? []
  const flags: Record<string, string> = {}
  const text = rest.replace(/^(?:--[\w-]+=\S+\s+)+/, (all) => {
    for (const [, name = '', value = ''] of all.matchAll(/--([\w-]+)=(\S+)/g)) flags[name] = value
    return ''
  })
  return { verb: verb.toUpperCase(), flags, text, words: text.startsWith('[') ? JSON.parse(text) : text.split(/\s+/) }
}

export function environmentOf({ steps }: Stage): Record<string, string> {
  return Object.fromEntries(
    steps
      .filter(({ verb }) => verb === 'ENV')
      .flatMap(({ words }) => words)
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
}

/** Reads a `.dockerignore` as a function: whether a build may copy a file. The last matching rule decides. */
export function contextFilter(ignore: string): (path: string) => boolean {
  const rules = ignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isKept ?? true
}

function patternOf(glob: string): RegExp {
  const plain = glob
    .replaceAll(/[.+^$(){}|[\]]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${plain}(?:/.*)?$`)
}
