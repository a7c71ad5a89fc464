// The page for an unknown path.
import { buttonClass } from '../ui/Button.tsx'
import { Motif } from '../ui/Motif.tsx'
import { useWords } from '../words.tsx'

export function NotFound() {
  const t = useWords('site')
  const ui = useWords('ui')
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
      <title>{ui('title', { page: t('notFound.title') })}</title>
      <Motif lit={false} className="w-88 text-ink-2" />
      <h1>{t('notFound.title')}</h1>
      <p className="max-w-[62ch] text-ink-2">{t('notFound.text')}</p>
      <a href="/" className={buttonClass({ look: 'quiet' })}>
        {ui('toStart')}
      </a>
    </main>
  )
}
