import { options } from 'preact'

// What stands in the place of `react` in the bundles (`vite.config.ts`); for types it is React itself.

// @ts-expect-error Preact declares its layer with `export =`.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router calls it for transitions, which pages do not ask for: without one, the state itself is shown. */
export function useOptimistic<State>(state: State): [State, () => void] {
  return [state, () => undefined]
}

const layer = options.vnode

/** Preact leaves out an attribute that is false; of these two, the absence means true. */
options.vnode = (vnode) => {
  layer?.(vnode)
  if (typeof vnode.type !== 'string') return
  const props = vnode.props as { spellCheck?: unknown; translate?: unknown }
  if (props.spellCheck === false) props.spellCheck = 'false'
  if (import.meta.env.SSR && props.translate === false) props.translate = 'no'
}
