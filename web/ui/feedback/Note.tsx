// A notice: what happened, then the one thing to do.
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const kinds = {
  info: { soft: 'bg-info-soft', fill: 'text-info-fill', icon: Info },
  ok: { soft: 'bg-success-soft', fill: 'text-success-fill', icon: CircleCheck },
  warn: { soft: 'bg-warn-soft', fill: 'text-warn-fill', icon: TriangleAlert },
  danger: { soft: 'bg-danger-soft', fill: 'text-danger-fill', icon: CircleAlert },
}

/** `alert` reads it aloud when it appears. */
export function Note(props: { kind?: keyof typeof kinds; icon?: LucideIcon; alert?: boolean; children: ReactNode }) {
  const { kind = 'info', icon, alert = false, children } = props
  const Icon = icon ?? kinds[kind].icon
  return (
    <div role={alert ? 'alert' : undefined} className={cx('flex items-start gap-3 rounded-hull px-4 py-3 text-sm', kinds[kind].soft)}>
      <Icon size={18} aria-hidden className={cx('mt-px', kinds[kind].fill)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
