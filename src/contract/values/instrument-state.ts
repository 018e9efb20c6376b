/** The history of a delisted instrument stays readable. */
export const instrumentStates = ['listed', 'suspended', 'delisted'] as const
export type InstrumentState = (typeof instrumentStates)[number]
