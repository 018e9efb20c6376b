import { projectRoot } from '#src/platform/installation/project-root.ts'
import type { CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { grammarOf } from './grammar.ts'
import type { Described } from './overview.ts'

const shells: Readonly<Record<string, (words: Map<string, string[]>) => string>> = { bash, zsh, fish }

/** Prints a script that defines the shell function `tapewire` for this installation, and its completion. */
export async function printCompletion(all: readonly Described[], [shell = '']: readonly string[], io: CommandIo) {
  const script = shells[shell]
  if (!script) throw new SettingsError(`There is completion for ${Object.keys(shells).join(', ')}.`)
  io.print(script(wordsAfter(all)))
}

/**
 * For each sequence of typed words, the words that may follow: the next word of a command, or the flags of a complete
 * command.
 */
function wordsAfter(all: readonly Described[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  const add = (typed: string, word: string) => found.set(typed, (found.get(typed) ?? new Set()).add(word))
  for (const command of all) {
    const words = command.name.split(' ')
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word)
    for (const flag of grammarOf(command).flags.keys()) add(command.name, `--${flag}`)
    add(command.name, '--help')
  }
  return new Map([...found].map(([typed, words]) => [typed, [...words].sort()]))
}

const calling = `npm --prefix "${projectRoot}" run --silent tapewire --`

/**
 * Completes by the longest prefix of the typed words that is in `words`. If no known word fits, the shell offers files.
 */
function bash(words: Map<string, string[]>): string {
  const cases = [...words].map(([typed, next]) => `      '${typed}') known='${next.join(' ')}'; break ;;`)
  return `tapewire() { ${calling} "$@"; }
_tapewire() {
  local typed known='' count=$COMP_CWORD
  while [ "$count" -gt 0 ]; do
    typed="\${COMP_WORDS[*]:1:$((count - 1))}"
    case "$typed" in
${cases.join('\n')}
    esac
    count=$((count - 1))
  done
  COMPREPLY=($(compgen -W "$known" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tapewire tapewire`
}

function zsh(words: Map<string, string[]>): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`
}

function fish(words: Map<string, string[]>): string {
  const lines = [...words].map(([typed, next]) => {
    const count = typed === '' ? 0 : typed.split(' ').length
    // Files are offered only after a complete command.
    const isWhole = next.includes('--help')
    const isHere = `test (count $typed) ${isWhole ? '-ge' : '-eq'} ${count}; and test "$typed[1..${count}]" = "${typed}"`
    const condition = count === 0 ? 'test (count $typed) -eq 0' : isHere
    return `complete -c tapewire${isWhole ? '' : ' -f'} -n 'set -l typed (commandline -opc)[2..]; ${condition}' -a '${next.join(' ')}'`
  })
  return [`function tapewire\n  ${calling} $argv\nend`, ...lines].join('\n')
}
