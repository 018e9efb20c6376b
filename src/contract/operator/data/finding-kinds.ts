/**
 * Faults of stored bars. `stopped`: the bars end although the market is open; `split`: prices show a split that is not
 * in the table of splits.
 */
export const findingKinds = ['gap', 'stopped', 'outside', 'jump', 'no_volume', 'split'] as const
export type FindingKind = (typeof findingKinds)[number]

/** States of a finding. `mended`: a later check no longer found it. */
export const findingStates = ['open', 'accepted', 'mended'] as const
export type FindingState = (typeof findingStates)[number]

export function isFindingKind(text: string): text is FindingKind {
  return findingKinds.some((kind) => kind === text)
}

export function isFindingState(text: string): text is FindingState {
  return findingStates.some((state) => state === text)
}
