// A segmented control for two to four views.
import { cx } from '../cx.ts'

interface Part<V extends string> {
  value: V
  label: string
  count?: number
}

export function Segmented<V extends string>(props: {
  label: string
  parts: readonly Part<NoInfer<V>>[]
  value: V
  onChange(value: NoInfer<V>): void
}) {
  const { label, parts, value, onChange } = props
  return (
    <fieldset className="inline-flex max-w-full justify-self-start min-w-0 overflow-x-auto rounded-hull bg-sunk p-[3px] shadow-[inset_0_0_0_1px_var(--line)]">
      <legend className="sr-only">{label}</legend>
      {parts.map(part => (
        <button
          key={part.value}
          type="button"
          aria-pressed={part.value === value}
          onClick={() => onChange(part.value)}
          className={cx(
            'inline-flex min-h-8 items-center gap-1.5 rounded-[3px_3px_9px_9px] px-2 text-sm sm:px-3 whitespace-nowrap',
            part.value === value
              ? 'bg-surface font-strong text-ink shadow-[var(--shadow-1),inset_0_0_0_1px_var(--line)]'
              : 'font-medium text-ink-2 hover:text-ink',
          )}
        >
          {part.label}
          {part.count !== undefined && <span className="tabular-nums">{part.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
