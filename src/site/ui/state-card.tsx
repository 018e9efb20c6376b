import type { ReactNode } from 'react'

type StateCardProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; tone?: 'empty' | 'error' }

/** Shown instead of an empty list or after a failure: the reason, and the next step. */
export function StateCard({ title, children, action, tone = 'empty' }: StateCardProps) {
  return (
    <div
      className="centred state-card"
      role={tone === 'error' ? 'alert' : undefined}
      data-tone={tone}
      data-read={tone === 'error' ? 'failed' : 'none'}
    >
      <svg width="44" height="32" viewBox="0 0 30 22" aria-hidden="true">
        <rect
          x=".75"
          y=".75"
          width="28.5"
          height="20.5"
          rx="2.5"
          fill="none"
          stroke="currentColor"
          strokeDasharray="2 2"
        />
        <path className="state-bars" d="M4.5 16h5v1.5h-5zM12.5 16h5v1.5h-5zM20.5 16h5v1.5h-5z" />
      </svg>
      <p>{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="acts">{action}</div>}
    </div>
  )
}
