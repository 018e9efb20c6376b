type MeterBarProps = { used: number | null; limit: number | null; refuses?: boolean }

/**
 * A bar for the used part of a limit. `refuses`: requests beyond the limit are refused, so a full bar has the colour of
 * a loss.
 */
export function MeterBar({ used, limit, refuses = false }: MeterBarProps) {
  const share = limit && used ? Math.min(1, used / limit) : 0
  return (
    <div className="meter-bar" data-full={(refuses && share >= 1) || undefined} data-high={share >= 0.8 || undefined}>
      <i style={{ width: `${share * 100}%` }} />
    </div>
  )
}
