// A list of benefits with check marks.
import { Check } from 'lucide-react'
import { cx } from '../cx.ts'

export function CheckList({ items, className }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={cx('grid content-start gap-2', className)}>
      {items.map(item => (
        <li key={item} className="flex items-start gap-2">
          <Check size={18} aria-hidden className="mt-[3px] flex-none text-success-fill" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}
