// A native select styled as a word in a sentence.
import { ChevronDown } from 'lucide-react'

export interface SelectOption<V extends string> {
  value: V
  label: string
}

export function InlineSelect<V extends string>(props: {
  label: string
  value: V
  options: readonly SelectOption<NoInfer<V>>[]
  onChange(value: NoInfer<V>): void
  disabled?: boolean
  /** Marks the select as invalid until something is chosen. */
  invalid?: boolean
}) {
  const { label, value, options, onChange, disabled, invalid = false } = props
  return (
    <span className="relative inline-flex max-w-full items-center align-middle">
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        onChange={event => {
          const selected = options.find(option => option.value === event.target.value)
          if (selected) onChange(selected.value)
        }}
        className="field-sizing-content min-h-8 max-w-full appearance-none text-ellipsis rounded-hull-sm bg-accent-soft ps-2.5 pe-7 text-[0.9375rem]/5 font-strong text-ink hover:bg-water"
      >
        {options.map(option => (
          <option key={option.value} value={option.value} dir="auto">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute end-2" />
    </span>
  )
}
