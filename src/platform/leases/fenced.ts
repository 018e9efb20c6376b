/** Thrown when another process has taken over: this one must not write again. */
export class Fenced extends Error {
  constructor(lease: string) {
    super(`another process holds ${lease}`)
    this.name = 'Fenced'
  }
}
