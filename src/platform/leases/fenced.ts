/** Thrown when another process has acquired the lease: this process must not write again. */
export class Fenced extends Error {
  constructor(lease: string) {
    super(`another process holds ${lease}`)
    this.name = 'Fenced'
  }
}
