/** owner: everything, including members; developer: keys, usage, alerts; billing: orders, credit, usage. */
export const teamRoles = ['owner', 'developer', 'billing'] as const
export type TeamRole = (typeof teamRoles)[number]

export const everyRole = teamRoles
export const ownerOnly = ['owner'] as const satisfies readonly TeamRole[]
export const developers = ['owner', 'developer'] as const satisfies readonly TeamRole[]
export const payers = ['owner', 'billing'] as const satisfies readonly TeamRole[]
