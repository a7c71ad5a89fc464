// All guides as a route with stops: those before this one, this one, those ahead.
import { PageLink } from '../site/PageLink.tsx'
import { useWords } from '../words.tsx'
import { type GuideName, guidePages } from './guides.ts'

export function GuideList({ current }: { current: GuideName }) {
  const t = useWords('help')
  const here = guidePages.findIndex(page => page.name === current)
  return (
    <nav aria-labelledby="all-guides" className="guide-list">
      <p id="all-guides" className="text-sm font-strong">
        {t('guides')}
      </p>
      <ol>
        {guidePages.map(({ name }, at) => (
          <li key={name} className={at < here ? 'before' : at === here ? 'here' : undefined}>
            <PageLink to={name} current />
          </li>
        ))}
      </ol>
    </nav>
  )
}
