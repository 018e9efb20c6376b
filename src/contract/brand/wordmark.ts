/** Width divided by height of a wordmark that is shown in the usual height. */
const usualRatio = 4
const [lowest, highest] = [0.79, 1.29]

/** The height of a wordmark. Wide and narrow wordmarks get about the same area, so that they look equally large. */
export function wordmarkHeight(ratio: number, usual: number): number {
  return Math.round(usual * Math.min(highest, Math.max(lowest, Math.sqrt(usualRatio / ratio))))
}
