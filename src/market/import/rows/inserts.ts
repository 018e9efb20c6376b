/** The inserts of one import: one runs while the next batch is read. `stored`: rows of inserts that succeeded. */
export class Inserts<Batch> {
  stored = 0
  readonly #insert: (batch: Batch) => Promise<number>
  #running: Promise<void> = Promise.resolve()

  /** `insert` stores a batch and returns its number of rows. */
  constructor(insert: (batch: Batch) => Promise<number>) {
    this.#insert = insert
  }

  /** Starts an insert as soon as the previous one has succeeded. */
  async start(batch: Batch): Promise<void> {
    await this.#running
    this.#running = this.#store(batch)
    // The next `await` of it throws the error; this handler prevents an unhandled rejection before that.
    this.#running.catch(() => {})
  }

  /** Stores the last batch; resolves when all rows are stored. */
  async end(batch: Batch): Promise<void> {
    await this.#running
    await this.#store(batch)
  }

  async #store(batch: Batch): Promise<void> {
    this.stored += await this.#insert(batch)
  }
}
