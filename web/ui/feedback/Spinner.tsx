// The loading indicator in four sizes: a boat on a dotted line.
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'
import { Flap, Hull } from '../layout/Mark.tsx'

const widths = { sm: 'w-12', md: 'w-16', lg: 'w-30', xl: 'w-44' }

/** `label` is read aloud; '' if text beside it says so already. */
export function Spinner({ size = 'md', label }: { size?: keyof typeof widths; label?: string }) {
  const t = useWords('ui')
  const name = label ?? t('loading')
  return (
    <svg
      viewBox="0 0 120 40"
      className={cx('h-auto', widths[size])}
      role={name ? 'img' : undefined}
      aria-label={name || undefined}
      aria-hidden={!name}
    >
      <g transform="translate(44 0)">
        <Flap />
        <Hull />
      </g>
      <path d="M6 32h108" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeDasharray="1 8" />
    </svg>
  )
}
