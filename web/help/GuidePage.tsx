// One guide: the way through all guides at the left, the guide, and what is on this page at the right.
import { useEffect } from 'react'
import { column } from '../site/column.ts'
import { StructuredData } from '../site/StructuredData.tsx'
import { cx } from '../ui/cx.ts'
import { usePlace } from '../ways.tsx'
import { useWords, useWordsOfCodes } from '../words.tsx'
import { Around } from './Around.tsx'
import { GuideBody } from './GuideBody.tsx'
import { GuideList } from './GuideList.tsx'
import { type Guide, plain, wordsIn } from './guide.ts'
import { type GuideName, guidePages } from './guides.ts'
import { SearchBox } from './search/SearchBox.tsx'
import { Vote } from './Vote.tsx'

export function GuidePage({ name, guide }: { name: GuideName; guide: Guide }) {
  const t = useWords('help')
  const title = useGuideTitle()(name)
  useOpenFold()
  return (
    <div className={cx(column, 'guide')}>
      <div className="guide-search">
        <SearchBox />
      </div>
      <GuideList current={name} />
      <article className="prose">
        <p className="text-sm text-ink-3">{t('minutes', { n: guide.minutes })}</p>
        <h1>{title}</h1>
        <GuideBody guide={guide} />
        <Around name={name} />
        <Vote key={name} name={name} />
      </article>
      <Contents guide={guide} />
      <HowTo title={title} guide={guide} />
    </div>
  )
}

/** The title of a guide whose room is open. */
function useGuideTitle(): (name: GuideName) => string {
  const t = useWordsOfCodes()
  return name => t(`${guidePages.find(page => page.name === name)?.room}.${name}.title`)
}

/** What an address names is opened, however one came to it. */
function useOpenFold(): void {
  const { hash, key } = usePlace()
  // oxlint-disable-next-line react/exhaustive-deps -- the key changes when the same link is taken again
  useEffect(() => {
    const named = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (named instanceof HTMLDetailsElement) named.open = true
    named?.scrollIntoView()
  }, [hash, key])
  useEffect(() => {
    const folds = () => document.querySelectorAll<HTMLDetailsElement>('details.fold:not([open])')
    const unfold = () => folds().forEach(fold => (fold.open = true))
    addEventListener('beforeprint', unfold)
    return () => removeEventListener('beforeprint', unfold)
  }, [])
}

function Contents({ guide }: { guide: Guide }) {
  const t = useWords('help')
  if (guide.parts.length < 3) return null
  return (
    <nav aria-labelledby="on-this-page" className="guide-contents text-sm">
      <p id="on-this-page" className="font-strong">
        {t('contents')}
      </p>
      <ul>
        {guide.parts.map(part => (
          <li key={part.id}>
            <a href={`#${part.id}`}>{part.title}</a>
          </li>
        ))}
        {guide.trouble.length > 0 && (
          <li>
            <a href="#trouble">{t('trouble')}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** Said to search engines where the guide is a way of steps. */
function HowTo({ title, guide }: { title: string; guide: Guide }) {
  const steps = guide.parts.filter(part => part.step)
  if (steps.length === 0) return null
  const step = steps.map(part => ({ '@type': 'HowToStep', name: part.title, text: part.blocks.flatMap(wordsIn).join(' ') }))
  return <StructuredData data={{ '@type': 'HowTo', name: title, description: plain(guide.lede), totalTime: `PT${guide.minutes}M`, step }} />
}
