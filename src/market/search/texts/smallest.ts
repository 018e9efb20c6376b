/** The `count` smallest numbers, sorted. Reorders `values`. */
export function smallest(values: Float64Array, count: number): Float64Array {
  if (count < values.length / 4) gather(values, count)
  return values
    .subarray(0, count < values.length / 4 ? count : values.length)
    .sort()
    .subarray(0, count)
}

/** Hoare's selection. Afterwards the `count` smallest come first, in any order. */
function gather(values: Float64Array, count: number): void {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0
    let left = low
    let right = high
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1
      while ((values[right] ?? 0) > pivot) right -= 1
      if (left > right) break
      const held = values[left] ?? 0
      values[left] = values[right] ?? 0
      values[right] = held
      left += 1
      right -= 1
    }
    if (count - 1 <= right) high = right
    else if (count - 1 >= left) low = left
    else return
  }
}
