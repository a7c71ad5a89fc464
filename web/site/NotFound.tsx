// The 404 page: what went wrong, and links to where most people want to go.

import { PageLink } from '../navigation/PageLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Motif } from '../ui/layout/Motif.tsx'
import { useWords } from '../words/words.tsx'
import { column } from './column.ts'

const suggestions = ['howItWorks', 'help', 'faq', 'contact'] as const

export function NotFound() {
  const t = useWords('pages')
  const ui = useWords('ui')
  return (
    <div className={cx(column, 'grid justify-items-center gap-4 py-16 text-center')}>
      <title>{ui('title', { page: t('notFound.title') })}</title>
      <meta name="description" content={t('notFound.text')} />
      <Motif lit={false} className="w-88 text-ink-2" />
      <h1>{t('notFound.title')}</h1>
      <p className="max-w-[62ch] text-ink-2">{t('notFound.text')}</p>
      <PageLink to="home" className={buttonClass({ look: 'quiet' })}>
        {ui('toStart')}
      </PageLink>
      <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        {suggestions.map(name => (
          <li key={name}>
            <PageLink to={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
