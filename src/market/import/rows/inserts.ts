/**
 * The inserts of one import. One insert runs while the next batch is read. `stored`: the number of rows of successful
 * inserts.
 */
export class Inserts<Batch> {
  stored = 0
  readonly #insert: (batch: Batch) => Promise<number>
  #running: Promise<void> = Promise.resolve()

  /** `insert` stores a batch and returns the number of its rows. */
  constructor(insert: (batch: Batch) => Promise<number>) {
    this.#insert = insert
  }

  /** Starts an insert as soon as the previous one has succeeded. */
  async start(batch: Batch): Promise<void> {
    await this.#running
    this.#running = this.#store(batch)
    // `await this.#running` throws the error later. Until then, this handler prevents an unhandled rejection.
    this.#running.catch(() => {})
  }

  /** Stores the last batch. Resolves when all rows are stored. */
  async end(batch: Batch): Promise<void> {
    await this.#running
    await this.#store(batch)
  }

  async #store(batch: Batch): Promise<void> {
    this.stored += await this.#insert(batch)
  }
}
