const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const

export function CloseIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" {...line} aria-hidden="true">
      <path d="M4 4l10 10M14 4L4 14" />
    </svg>
  )
}

export function ArrowUpIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" {...line} aria-hidden="true">
      <path d="M9 15V3.5M4 8.5l5-5 5 5" />
    </svg>
  )
}

/**
 * A change in percent with an arrow, because colour must not be the only sign. A change that rounds to zero has no
 * arrow.
 */
export function Change({ percent, digits = 2 }: { percent: number; digits?: number }) {
  const amount = `${Math.abs(percent).toFixed(digits)}%`
  if (Number.parseFloat(amount) === 0) return <span className="num">{amount}</span>
  const rising = percent > 0
  return (
    <span className={`num ${rising ? 'text-up' : 'text-down'}`}>
      <i className="tri" />
      <span className="sr-only">{rising ? '+' : '−'}</span>
      {amount}
    </span>
  )
}
