import { type Problem, type ProblemName, problemOf } from '#src/contract/errors.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { SettingsError } from '#src/platform/settings.ts'

/** A file that cannot be imported: a sentence for a terminal, and the problem for readers of other languages. */
export class FileRefused extends SettingsError {
  readonly problem: Problem

  constructor(file: string, name: ProblemName, values?: Problem['values']) {
    const problem = problemOf(name, values)
    super(`${file}: ${problemMessage('en-US', problem)}`)
    this.problem = problem
  }
}
