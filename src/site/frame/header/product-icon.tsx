import type { ProductName } from '../../showcase/showcase.ts'

const shapes: Record<ProductName, string> = {
  stocks: 'M6 3v4m0 6v5M4 7h4v6H4zM14 2v3m0 8v4M12 5h4v8h-4z',
  indices: 'M2 15.5l5-5 3.5 3L18 5M13 5h5v5',
  forex: 'M3 7h12l-3.5-4M17 13H5l3.5 4',
  crypto: 'M10 2l7 4v8l-7 4-7-4V6zM10 10l7-4M10 10v8M10 10L3 6',
  future: 'M3 4.5h14v13H3zM3 8.5h14M7 2v4M13 2v4M7 13l2.2 2L13.5 11',
  fund: 'M10 2.5a7.5 7.5 0 1 0 7.5 7.5H10zM13 2.2V7h4.8A7.5 7.5 0 0 0 13 2.2z',
}

export function ProductIcon({ name }: { name: ProductName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={shapes[name]} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
