// A state as an icon and a label, never as a dot alone.
import { CircleAlert, CircleCheck, CircleMinus, Clock, type LucideIcon, RefreshCw } from 'lucide-react'
import { cx } from '../cx.ts'

const kinds = {
  ok: { ink: 'text-success', icon: CircleCheck },
  info: { ink: 'text-info', icon: RefreshCw },
  warn: { ink: 'text-warn', icon: Clock },
  bad: { ink: 'text-danger', icon: CircleAlert },
  off: { ink: 'text-ink-3', icon: CircleMinus },
}
export type StateKind = keyof typeof kinds

export function StateLabel({ kind, label, icon }: { kind: StateKind; label: string; icon?: LucideIcon | undefined }) {
  const Icon = icon ?? kinds[kind].icon
  return (
    <span className={cx('inline-flex items-baseline gap-1.5 text-sm font-strong whitespace-nowrap', kinds[kind].ink)}>
      <Icon size={16} aria-hidden className="flex-none self-center" />
      {label}
    </span>
  )
}
