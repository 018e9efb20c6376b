// What stands in the place of `react` in both bundles (`slim-bundle.ts`); for types it is React itself.

// @ts-expect-error Preact declares its layer with `export =`.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** Of contexts alone: the renderer of the server has none where Preact's own `use` looks for them. */
export { useContext as use } from 'preact/hooks'

/** The router calls it for transitions, which pages do not ask for: without one, the state itself is shown. */
export function useOptimistic<State>(state: State): [State, () => void] {
  return [state, () => undefined]
}
