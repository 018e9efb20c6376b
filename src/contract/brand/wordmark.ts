/** Width divided by height of a wordmark that is shown in the usual height. */
const usualRatio = 4
const [lowest, highest] = [0.79, 1.29]

/** The height of a wordmark, so that wide and narrow ones look equally large: about the area of the usual one. */
export function wordmarkHeight(ratio: number, usual: number): number {
  return Math.round(usual * Math.min(highest, Math.max(lowest, Math.sqrt(usualRatio / ratio))))
}
