/** One change. `actorId` and `subject` are account ids while the account exists; of a deleted account they are its digest. */
export type AuditEntry = {
  id: number
  at: number
  actorKind: 'account' | 'staff' | 'operator-cli' | 'system'
  actorId: string | null
  action: string
  subject: string
  /** With the personal values that were not erased; those that were are null. */
  detail: Record<string, unknown>
  /** Null for the second until the row joins the chain. */
  position: number | null
  hash: string | null
}

/** Empty fields filter nothing. Times in ms; `action` ends in a dot for all actions that begin so (`order.`). */
export type AuditFilter = {
  actorId?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The place after which a page goes on, newest first: the time of the last row in microseconds, and its id. */
export type AuditCursor = { at: bigint; id: bigint }

/** `1763653327123456-42`; `readCursor` reads it again. */
export function cursorText({ at, id }: AuditCursor): string {
  return `${at}-${id}`
}

export function readCursor(text: string): AuditCursor | null {
  const [, at, id] = /^(\d{1,16})-(\d{1,18})$/.exec(text) ?? []
  return at && id ? { at: BigInt(at), id: BigInt(id) } : null
}
