// The logo: an envelope as a boat, with its waterline and wake.
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

export const Flap = ({ lit = true }: { lit?: boolean }) => <path d="M4 4.5h24L16 14z" fill={lit ? '#fabd33' : 'var(--edge)'} />
export const Hull = () => <path d="M1.5 7.5 16 19 30.5 7.5 28 18.5a6.5 6.5 0 0 1-6.3 5H10.3a6.5 6.5 0 0 1-6.3-5z" fill="currentColor" />

export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <Flap />
      <Hull />
      <path d="M3 28.3h17.5M25.5 28.3H29" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

/** The mark and the name; with `narrow`, only the mark is shown below 1180 px. */
export function Wordmark({ small = false, narrow = false }: { small?: boolean; narrow?: boolean }) {
  const t = useWords('ui')
  return (
    <span className={cx('flex items-center gap-2.5 font-bold tracking-[-0.025em]', small ? 'text-lg' : 'text-[1.25rem]')}>
      <Mark className={small ? 'size-7' : 'size-8'} />
      <span className={narrow ? 'max-xl:sr-only' : undefined}>{t('brand')}</span>
    </span>
  )
}
