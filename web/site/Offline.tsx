// The offline page, stored by the service worker.
import { buttonClass } from '../ui/Button.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { Motif } from '../ui/layout/Motif.tsx'
import { useWords } from '../words/words.tsx'

export function Offline() {
  const t = useWords('pages')
  const ui = useWords('ui')
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
      <title>{ui('title', { page: t('offline.title') })}</title>
      <Wordmark />
      <Motif lit={false} className="w-88 text-ink-2" />
      <h1>{t('offline.title')}</h1>
      <p className="max-w-[62ch] text-balance text-ink-2">{t('offline.text')}</p>
      {/* Without scripts the link reloads the same page. */}
      <form>
        <button type="submit" className={buttonClass({ look: 'quiet' })}>
          {t('offline.again')}
        </button>
      </form>
    </main>
  )
}
