/** Who acts on the command line: whoever may use the machine. */
export const actor = { kind: 'operator-cli' } as const
