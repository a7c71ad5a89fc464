// The page shown in place of a screen that failed to load or render.
import { useWords } from '../../words/words.tsx'
import { buttonClass } from '../Button.tsx'
import { Motif } from '../layout/Motif.tsx'
import { useExplain } from './failure.ts'

/** `message`: a more specific message, if there is one. */
export function FailedPage({ error, message }: { error: unknown; message?: string | undefined }) {
  const t = useWords('ui')
  const explain = useExplain()
  const text = message ?? (error instanceof Error && error.name !== 'ApiError' ? error.message : explain(error))
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
      <title>{t('title', { page: t('routerError') })}</title>
      <Motif lit={false} className="w-88 text-ink-2" />
      <h1>{t('routerError')}</h1>
      <p className="max-w-[62ch] text-ink-2">{text}</p>
      <a href="/" className={buttonClass({ look: 'quiet' })}>
        {t('toStart')}
      </a>
    </main>
  )
}
