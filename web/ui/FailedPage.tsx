// The page in place of a screen that failed whole.
import { useWords } from '../words.tsx'
import { buttonClass } from './Button.tsx'
import { useExplain } from './failure.ts'
import { Motif } from './Motif.tsx'

/** `said`: what the failure says of itself, where more is known than an error. */
export function FailedPage({ error, said }: { error: unknown; said?: string | undefined }) {
  const t = useWords('ui')
  const explain = useExplain()
  const text = said ?? (error instanceof Error && error.name !== 'ApiError' ? error.message : explain(error))
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
