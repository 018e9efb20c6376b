import type { ReactNode } from 'react'
import './states.css'

type StateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** `failed`: the content could not be read, so it may exist. */
  read?: 'none' | 'failed'
}

export function EmptyState({ title, children, action, icon, read = 'none' }: StateProps) {
  return (
    <div className="centred console-state" data-read={read}>
      {icon}
      <p className="console-state-title">{title}</p>
      {children && <div className="text-muted console-state-text">{children}</div>}
      {action && <div className="flow top-8 console-state-acts">{action}</div>}
    </div>
  )
}

/** Content that failed or is not allowed. Screen readers announce it. */
export function RefusedState(props: StateProps) {
  return (
    <div role="alert">
      <EmptyState {...props} read="failed" />
    </div>
  )
}

/** Placeholder rows in their final height while data loads. */
export function Skeleton({ rows = 3, label }: { rows?: number; label: string }) {
  return (
    <div className="ruled console-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
        <div key={row}>
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
