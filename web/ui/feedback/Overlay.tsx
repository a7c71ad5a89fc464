// The full-screen loading indicator of a lazy screen.
import { useWords } from '../../words/words.tsx'
import { Spinner } from './Spinner.tsx'

export function Overlay() {
  const t = useWords('ui')
  return (
    <output className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-3 bg-bg text-ink-2">
      <Spinner size="lg" label="" />
      {t('overlay')}
    </output>
  )
}
