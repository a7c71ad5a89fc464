// An icon-only button that always has an accessible name.
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx('inline-grid size-10 place-items-center rounded-hull-sm text-ink-2 hover:bg-water hover:text-ink', className)}
      {...rest}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}
