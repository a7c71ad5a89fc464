// The guides before and after this one.
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { PageLink } from '../site/PageLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { useWords } from '../words.tsx'
import { type GuideName, guidePages } from './guides.ts'

export function Around({ name }: { name: GuideName }) {
  const t = useWords('help')
  const pages = useWords('pages')
  const here = guidePages.findIndex(page => page.name === name)
  const [before, next] = [guidePages[here - 1], guidePages[here + 1]]
  return (
    <nav aria-label={t('around')} className="guide-around">
      {before && (
        <PageLink to={before.name} className={buttonClass({ look: 'quiet' })}>
          <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
          {pages(`link.${before.name}`)}
        </PageLink>
      )}
      {next && (
        <PageLink to={next.name} className={buttonClass({}, 'ms-auto')}>
          {pages(`link.${next.name}`)}
          <ArrowRight size={18} aria-hidden className="rtl:-scale-x-100" />
        </PageLink>
      )}
    </nav>
  )
}
