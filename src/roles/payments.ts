import type { RoleContext, RunningRole } from './role.ts'

/** The watcher of the chains, and with it everything that settles orders. */
export async function startPayments(_role: RoleContext): Promise<RunningRole> {
  const stack = new AsyncDisposableStack()
  return { [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
