/** A store answers, but it takes no changes. The message says why: "it is a standby". */
export class TakesNoChanges extends Error {}
