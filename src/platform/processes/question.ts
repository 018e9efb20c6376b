import { KeptValue } from '../kept.ts'
import type { Platform } from '../platform.ts'

type Kept = Pick<Platform, 'kept'>
type Answer = (input: unknown) => Promise<unknown>

/** Sends a question by name to the data process. Set in the processes that use the stores of the data process. */
export const dataProcess = new KeptValue<(name: string, input: unknown) => Promise<unknown>>('data process')

/** A question that the data process answers from its memory, for all processes of its start. */
export class Question<Input, Output> {
  readonly #name: string
  readonly #answer: KeptValue<(input: Input) => Promise<Output>>

  constructor(name: string) {
    this.#name = name
    this.#answer = new KeptValue(answerName(name))
  }

  /** Answers the question with `answer` until disposed. Input and result must be JSON values. */
  answer(ctx: Kept, answer: (input: Input) => Promise<Output>): Disposable {
    this.#answer.set(ctx, answer)
    return { [Symbol.dispose]: () => this.#answer.drop(ctx, answer) }
  }

  /** Null if no process answers the question. */
  async ask(ctx: Kept, input: Input): Promise<Output | null> {
    const own = this.#answer.of(ctx)
    if (own) return own(input)
    return ((await dataProcess.of(ctx)?.(this.#name, input)) ?? null) as Output | null
  }
}

/** The answer of this process; null without an answer. */
export async function answerHere(ctx: Kept, name: string, input: unknown): Promise<unknown> {
  return (await new KeptValue<Answer>(answerName(name)).of(ctx)?.(input)) ?? null
}

function answerName(name: string): string {
  return `answer: ${name}`
}
