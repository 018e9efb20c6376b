import { options } from 'preact'
import 'preact/compat'

// What stands in the place of `react` in the bundles (`vite.config.ts`); for types it is React itself.

export { cloneElement, isValidElement } from 'preact'
// @ts-expect-error Preact declares its layer with `export =`.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router calls it for transitions, which pages do not ask for: without one, the state itself is shown. */
export function useOptimistic<State>(state: State): [State, () => void] {
  return [state, () => undefined]
}

type Attributes = { spellCheck?: unknown; suppressHydrationWarning?: unknown }

/** The server's renderer knows the attributes by React's names, so the layer, which copies those of each element, is not needed there. */
const layer = import.meta.env.SSR ? undefined : options.vnode

options.vnode = (vnode) => {
  layer?.(vnode)
  if (typeof vnode.type !== 'string') return
  const attributes = vnode.props as Attributes
  // Left out, it would mean that spelling is checked.
  if (attributes.spellCheck === false) attributes.spellCheck = 'false'
  if (import.meta.env.SSR && attributes.suppressHydrationWarning) attributes.suppressHydrationWarning = undefined
}
