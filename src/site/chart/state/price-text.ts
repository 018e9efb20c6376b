const formats = new Map<string, Intl.NumberFormat>()

/** A price as the axis writes it, with separators between thousands. */
export function priceText(locale: string, value: number, decimals: number): string {
  const name = `${locale} ${decimals}`
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(name, format)
  return format.format(value)
}
