/** The reason why a store answers but takes no changes, as a clause. */
const reasons = {
  standby: 'it is a standby',
  read_only: 'it is read-only',
  replica: 'it is a replica',
  disk_full: 'its disk is full',
  memory_full: 'its memory is full',
  cannot_save: 'it cannot save to its disk',
  no_replicas: 'too few of its replicas follow it',
  lacks_slots: 'its cluster lacks slots',
  no_permission: 'its user may not write',
  other: 'it refuses them',
} as const
export type WhyNoChanges = keyof typeof reasons

/** A store answers, but it takes no changes. The message says why: "it is a standby". */
export class TakesNoChanges extends Error {
  readonly why: WhyNoChanges

  constructor(why: WhyNoChanges, { message = reasons[why], cause }: { message?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.why = why
  }
}
