/** Bytes of each ClickHouse type with values of a fixed length. */
export const widths: Readonly<Record<string, number>> = {
  ...{ UInt8: 1, Int8: 1, Bool: 1, Enum8: 1, UInt16: 2, Int16: 2, Enum16: 2, Date: 2, UInt32: 4, Int32: 4, Date32: 4 },
  ...{ DateTime: 4, Float32: 4, IPv4: 4, UInt64: 8, Int64: 8, Float64: 8, DateTime64: 8, UUID: 16, IPv6: 16 },
  ...{ UInt128: 16, Int128: 16, UInt256: 32, Int256: 32 },
}

/**
 * Counts the rows of ClickHouse's Native format. Throws for other bytes. A block has its numbers of columns and rows,
 * then each column with name, type and values. Values are skipped, not parsed.
 */
export async function countNativeRows(source: AsyncIterable<Buffer>): Promise<number> {
  const bytes = new Bytes(source)
  let total = 0
  while (!(await bytes.isAtEnd())) {
    const columns = await bytes.number()
    const rows = await bytes.number()
    for (let column = 0; column < columns; column += 1) {
      await bytes.skip(await bytes.number())
      await skipValues(bytes, await bytes.text(), rows)
    }
    total += rows
  }
  return total
}

async function skipValues(bytes: Bytes, type: string, rows: number): Promise<void> {
  const [, outer = '', inner = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(type) ?? []
  const width = outer === 'FixedString' ? Number(inner) : widths[outer]
  if (rows === 0) return
  if (width !== undefined) return bytes.skip(rows * width)
  if (outer === 'String') return bytes.skipTexts(rows)
  if (outer === 'Nullable') {
    await bytes.skip(rows)
    return skipValues(bytes, inner, rows)
  }
  if (outer === 'Array') {
    await bytes.skip((rows - 1) * 8)
    return skipValues(bytes, inner, await bytes.uint64())
  }
  throw new Error(`a column of the type ${type} cannot be counted`)
}

class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #block: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async isAtEnd(): Promise<boolean> {
    return this.#at >= this.#block.length && !(await this.#next())
  }

  /** Reads a number with seven bits per byte, the lowest bits first. */
  async number(): Promise<number> {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = await this.#byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  async uint64(): Promise<number> {
    let value = 0
    for (let scale = 1, at = 0; at < 8; at += 1, scale *= 256) value += (await this.#byte()) * scale
    return value
  }

  async text(): Promise<string> {
    const codes: number[] = []
    for (let left = await this.number(); left > 0; left -= 1) codes.push(await this.#byte())
    return Buffer.from(codes).toString()
  }

  async skip(count: number): Promise<void> {
    let left = count
    while (left > this.#block.length - this.#at) {
      left -= this.#block.length - this.#at
      if (!(await this.#next())) throw new Error('it ends too early')
    }
    this.#at += left
  }

  async skipTexts(count: number): Promise<void> {
    let left = count
    while (left > 0) {
      left -= this.#skipWholeTexts(left)
      if (left === 0) return
      await this.skip(await this.number())
      left -= 1
    }
  }

  /** Skips up to `max` texts that end in the current block, without waiting. Returns their number. */
  #skipWholeTexts(max: number): number {
    const block = this.#block
    for (let done = 0; done < max; done += 1) {
      let at = this.#at
      let length = 0
      for (let scale = 1; ; scale *= 128, at += 1) {
        const byte = block[at]
        if (byte === undefined) return done
        length += (byte & 127) * scale
        if (byte < 128) break
      }
      if (at + 1 + length > block.length) return done
      this.#at = at + 1 + length
    }
    return max
  }

  async #byte(): Promise<number> {
    if (this.#at >= this.#block.length && !(await this.#next())) throw new Error('it ends too early')
    const byte = this.#block[this.#at] ?? 0
    this.#at += 1
    return byte
  }

  /** Reads the next block that is not empty; false at the end. */
  async #next(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#block = value
    this.#at = 0
    return value.length > 0 || this.#next()
  }
}
