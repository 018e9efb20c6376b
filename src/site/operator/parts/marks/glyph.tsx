import './glyph.css'

/** Icon paths on a grid of 16 × 16. */
const paths = {
  pulse: 'M1.5 8.5h3L6.5 3l3 10 2-4.5h3',
  ticket: 'M2 4h12v3a1.5 1.5 0 0 0 0 3v2.5H2V10a1.5 1.5 0 0 0 0-3Z',
  mail: 'M2 3.5h12v9H2zM2.5 4l5.5 4.5L13.5 4',
  money: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5.5 6h5M8 6v5',
  note: 'M3 2.5h10v8L9.5 14H3ZM13 10.5H9.5V14',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  key: 'M5 8.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM7 9l6-6M11 5l2 2M9.2 6.8l1.4 1.4',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.5V8l2.5 1.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5l4 4',
  people: 'M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM2.5 14c.6-3 2.7-4.4 5.5-4.4s4.9 1.4 5.5 4.4',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  chart: 'M2.5 13.5h11M4 11V7M8 11V3M12 11V5.5',
  gear: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
  page: 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3',
  book: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10.5c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5V2.5c-2.5 0-4.5.3-6 1.5ZM8 4v10.5',
  plug: 'M5.5 2v4M10.5 2v4M3.5 6h9v2.5a4.5 4.5 0 0 1-9 0ZM8 13v2',
  check: 'M2.5 8.5 6 12l7.5-8',
  warning: 'M8 2 14.5 13.5h-13ZM8 6.5v3.5M8 12v.2',
  shield: 'M8 1.5 13.5 4v4c0 3.2-2.2 5.4-5.5 6.5C4.7 13.4 2.5 11.2 2.5 8V4Z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
} as const

export type GlyphName = keyof typeof paths

export function Glyph({ name, size = 16 }: { name: GlyphName; size?: number }) {
  return (
    <svg className="glyph" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
