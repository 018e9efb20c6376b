export function isUnread(path: string): boolean
export function removeUnread(): void
