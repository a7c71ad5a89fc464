// A person's picture, or their initials.
import { cx } from '../cx.ts'

const initials = (name: string): string =>
  name
    .split(/[\s@.+\u2066-\u2069]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(part => part[0]?.toUpperCase())
    .join('')

/** The name is shown beside it, so it is hidden from screen readers. `picture` is a data URL. */
export function Avatar({ name, picture, large = false }: { name: string; picture: string | null; large?: boolean }) {
  const size = large ? 'size-24 rounded-hull' : 'size-9 rounded-hull-sm'
  const colors = large ? 'bg-accent-soft text-accent-ink text-3xl' : 'bg-deep-2 text-on-deep'
  if (picture) return <img src={picture} alt="" className={cx('flex-none object-cover', size)} />
  return (
    <span aria-hidden="true" className={cx('grid flex-none place-items-center font-bold', colors, size)}>
      {initials(name)}
    </span>
  )
}
