/** The actor of the command line: anybody who may use the machine. */
export const actor = { kind: 'operator-cli' } as const
