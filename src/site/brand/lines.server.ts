/**
 * Splits a text into the smallest number of lines that fit `maxWidth`, of similar lengths. Lines end at spaces and, in
 * Chinese, after punctuation. A segment that is too wide for a line is split between any two letters.
 */
export function linesOf(text: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  const parts = text
    .split(/(?<=\s|[，。、：；！？）」』”—])(?![，。、：；！？）」』”—])/u)
    .flatMap((part) => (widthOf(part.trimEnd()) <= maxWidth ? [part] : [...part]))
  const fill = (width: number) => {
    const lines = ['']
    for (const part of parts) {
      const longer = (lines.at(-1) ?? '') + part
      if (lines.at(-1) === '' || widthOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer
      else lines.push(part)
    }
    return lines.map((line) => line.trimEnd())
  }
  const fewest = fill(maxWidth)
  let best = fewest
  for (let width = maxWidth - stepPx; width > 0; width -= stepPx) {
    const lines = fill(width)
    if (lines.length > fewest.length || lines.some((line) => widthOf(line) > width)) break
    best = lines
  }
  return best
}

const stepPx = 8
