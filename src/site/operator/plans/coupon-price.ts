type Off = { off: string; unit: string }

/**
 * The price of a month before and after a coupon, in USDT; null while `off` is no valid amount. `discount`: the
 * newcomer's discount in percent. Prices are rounded up to 0.01 as in orders.
 */
export function couponPrice(
  price: string,
  discount: number,
  { off, unit }: Off,
): { before: string; after: string } | null {
  const cents = centsIn(price)
  const taken = unit === 'percent' ? Number(off || Number.NaN) : centsIn(off)
  if (cents === null || taken === null || !(taken > 0) || (unit === 'percent' && taken > 100)) return null
  const before = Math.ceil((cents * (100 - discount)) / 100)
  const after =
    unit === 'percent' ? Math.ceil((cents * (100 - discount) * (100 - taken)) / 10_000) : Math.max(0, before - taken)
  return { before: text(before), after: text(after) }
}

function centsIn(amount: string): number | null {
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : null
}

function text(cents: number): string {
  return (cents / 100).toFixed(2)
}
