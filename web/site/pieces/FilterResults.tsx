// A list of sample emails with a filter's decision on each, and why.
import { cx } from '../../ui/cx.ts'

interface FilterResult {
  from: string
  subject: string
  why: string
  isForwarded: boolean
  /** The label for `isForwarded`. */
  label: string
}

export function FilterResults({ label, emails }: { label: string; emails: readonly FilterResult[] }) {
  return (
    <ul aria-label={label} className="card card-flush">
      {emails.map(({ from, subject, why, isForwarded, label }) => (
        <li
          key={from}
          className={cx(
            'grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t px-5 py-3 text-[0.9375rem]/[1.4rem] first:border-t-0',
            isForwarded ? 'border-lamp-line/40 bg-lamp-soft' : 'border-line',
          )}
        >
          <i
            aria-hidden="true"
            className={cx(
              'size-3 rounded-full',
              isForwarded ? 'bg-lamp shadow-[0_0_0_1.5px_var(--lamp-line)]' : 'shadow-[inset_0_0_0_2px_var(--edge)]',
            )}
          />
          <span>
            <b className="block font-strong">{from}</b>
            {subject}
            <span className="block text-sm text-ink-2">{why}</span>
          </span>
          <span className={cx('text-sm', isForwarded ? 'font-strong' : 'text-ink-3')}>{label}</span>
        </li>
      ))}
    </ul>
  )
}
