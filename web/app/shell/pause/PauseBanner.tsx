// The banner on every screen while all phones are paused.
import { CirclePause } from 'lucide-react'
import { useNow } from '../../../now.ts'
import { formatHour } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { usePause, useSetPause } from '../../queries/pause.ts'

export function PauseBanner() {
  const t = useWords('pause')
  const language = useLanguage()
  const now = useNow(15_000)
  const until = usePause()
  const { mutate } = useSetPause(() => t('resumed'))
  if (!until) return null
  const resume = () => {
    mutate(null)
    // The banner disappears together with the focus.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <div role="status" className="flex min-h-9 items-center justify-center gap-x-3 bg-lamp-soft px-4 py-1 text-sm text-ink">
      <CirclePause size={16} aria-hidden className="flex-none" />
      <span>{t('line', { until: formatHour(until, now, language) })}</span>
      <button type="button" onClick={resume} className="min-h-7 flex-none font-strong text-ink underline underline-offset-2">
        {t('resume')}
      </button>
    </div>
  )
}
