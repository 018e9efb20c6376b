import { nearest } from './nearest.ts'

export type Described = { name: string; usage: string; summary: string }

const program = 'npm run tapewire --'

/** The longest command name that the arguments begin with: `import map list` before `import`. */
export function findCommand<C extends Described>(all: readonly C[], args: readonly string[]): C | undefined {
  const fits = ({ name }: C) => name.split(' ').every((word, index) => args[index] === word)
  const found = all.filter(fits).sort((a, b) => b.name.length - a.name.length)[0]
  const [, verb] = args
  // `keyring` is a complete command, but in `keyring rotat` the second word is mistyped.
  const isMistyped = found?.name === args[0] && verb !== undefined && !verb.startsWith('-')
  return isMistyped && groupOf(all, args[0] ?? '').length > 1 ? undefined : found
}

export function groupOf<C extends Described>(all: readonly C[], group: string): C[] {
  return all.filter(({ name }) => name === group || name.startsWith(`${group} `))
}

export function helpOf(commands: readonly Described[]): string {
  return `${commands.map(({ usage, summary }) => `  ${program} ${usage}\n      ${summary}`).join('\n')}\n`
}

/** One line for each first word of a command, with its possible second words. */
export function overview(all: readonly Described[]): string {
  const groups = Map.groupBy(all, ({ name }) => name.split(' ')[0] ?? '')
  const lines = [...groups].map(([group, members]) => {
    const verbs = members.map(({ name }) => name.slice(group.length + 1)).filter((verb) => verb !== '')
    return `  ${group.padEnd(18)} ${verbs.join(', ')}`.trimEnd()
  })
  return `The operator's tool. It works while the product runs and while it is stopped; "backup restore", "backup join", "backup move" and "tape shards" only while it is stopped.

  ${program} <command>
  ${program} <command> --help      what it does and accepts; also for a group, such as "import"
  ${program} --version
  ${program} completion bash|zsh|fish

${lines.join('\n')}

--json prints facts as lines of JSON, --dry-run shows what a command would do; each is refused where it does not exist.
It ends with 0 when the command is done, 1 when it failed or was refused, 2 when there is no such command or it takes no such arguments, 130 after Ctrl-C.
`
}

/** The message for arguments that do not begin with the name of a command. */
export function unknownCommand(all: readonly Described[], args: readonly string[]): string {
  const typed = args.filter((arg) => !arg.startsWith('-')).slice(0, 3)
  const [group = args[0] ?? ''] = typed
  const members = groupOf(all, group)
  const near =
    members.length > 0
      ? nearestOf(
          members.map(({ name }) => name),
          typed,
        )
      : (nearestOf(
          all.map(({ name }) => name),
          typed,
        ) ?? nearest(groupsOf(all), group))
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  const lines = members.map(({ usage }) => `  ${program} ${usage}`)
  return [
    `There is no command "${typed.join(' ') || group}".${hint}`,
    ...lines,
    `All commands: ${program} --help`,
  ].join('\n')
}

function groupsOf(all: readonly Described[]): string[] {
  return [...new Set(all.map(({ name }) => name.split(' ')[0] ?? ''))]
}

function nearestOf(names: readonly string[], typed: readonly string[]): string | null {
  for (let length = typed.length; length > 0; length -= 1) {
    const near = nearest(names, typed.slice(0, length).join(' '))
    if (near !== null) return near
  }
  return null
}
