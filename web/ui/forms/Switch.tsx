// A switch that takes effect immediately; for forms that are saved use a Checkbox.
import { Switch as Base } from '@base-ui/react/switch'
import { cx } from '../cx.ts'

interface SwitchProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  busy?: boolean
  disabled?: boolean
  /** An accessible name, where the visible label is elsewhere. */
  hideLabel?: boolean
}

export function Switch({ label, checked, onChange, busy = false, disabled = false, hideLabel = false }: SwitchProps) {
  return (
    <label className={cx('flex items-center gap-3', !hideLabel && 'justify-between')}>
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
        className="group relative h-6 w-11 flex-none rounded-[5px_5px_12px_12px] bg-edge transition-colors duration-(--move) data-checked:bg-accent data-disabled:opacity-60"
      >
        <Base.Thumb className="absolute start-[3px] top-[3px] block size-[1.125rem] rounded-[3px_3px_9px_9px] bg-surface transition-transform duration-(--move) ease-(--ease-boat) data-checked:translate-x-5 rtl:data-checked:-translate-x-5" />
      </Base.Root>
    </label>
  )
}
