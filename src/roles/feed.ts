import type { RoleContext, RunningRole } from './role.ts'

/** Sources, bar builder and recorder. */
export async function startFeed(_role: RoleContext): Promise<RunningRole> {
  const stack = new AsyncDisposableStack()
  return { [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
