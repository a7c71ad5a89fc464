// Formats sizes: 46 bytes, 84 kB, 1.2 MB.
export function formatSize(bytes: number, language = 'en'): string {
  const [unit, divisor] =
    bytes >= 1_000_000 ? (['megabyte', 1_000_000] as const) : bytes >= 1000 ? (['kilobyte', 1000] as const) : (['byte', 1] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(bytes / divisor)
}
