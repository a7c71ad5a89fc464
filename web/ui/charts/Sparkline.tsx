// A small bar chart of daily counts; `label` says the same in words.
const heightPx = 24

/** `daily` starts with the oldest day; each day takes `stepPx`. */
export function Sparkline({ daily, label, stepPx = 4 }: { daily: readonly number[]; label: string; stepPx?: number }) {
  const max = Math.max(...daily, 1)
  return (
    <svg role="img" aria-label={label} width={daily.length * stepPx} height={heightPx} className="rtl:-scale-x-100">
      <title>{label}</title>
      <path d={`M0 ${heightPx - 0.5}h${daily.length * stepPx}`} stroke="var(--line)" />
      {daily.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(2, (count / max) * (heightPx - 3))
        // oxlint-disable-next-line react/no-array-index-key -- a day is identified by its position
        return (
          count > 0 && (
            <rect key={index} x={index * stepPx} y={heightPx - 1 - height} width={stepPx - 1} height={height} rx={1} fill="var(--accent)" />
          )
        )
      })}
    </svg>
  )
}
