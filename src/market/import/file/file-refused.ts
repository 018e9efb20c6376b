import { type Problem, type ProblemName, problemOf } from '#src/contract/errors.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { SettingsError } from '#src/platform/settings.ts'

/** Thrown for a file that cannot be imported: a message for the terminal, and the problem for translation. */
export class FileRefused extends SettingsError {
  readonly problem: Problem

  constructor(file: string, name: ProblemName, values?: Problem['values']) {
    const problem = problemOf(name, values)
    super(`${file}: ${problemMessage('en-US', problem)}`)
    this.problem = problem
  }
}
