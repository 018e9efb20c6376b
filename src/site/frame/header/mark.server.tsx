export function Mark() {
  return (
    <svg width="30" height="22" viewBox="0 0 30 22" aria-hidden="true">
      <rect x=".75" y=".75" width="28.5" height="20.5" rx="2.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <g fill="currentColor">
        <circle cx="7" cy="6.2" r="1.5" />
        <circle cx="15" cy="6.2" r="1.5" />
        <circle cx="23" cy="6.2" r="1.5" />
        <path d="M4.5 11h5v6.5h-5zM12.5 13.5h5v4h-5z" />
      </g>
      <path fill="var(--accent)" d="M20.5 9.5h5v8h-5z" />
    </svg>
  )
}
