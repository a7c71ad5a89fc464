// A guide with the list of all guides on the left and its table of contents on the right.

import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { usePageLocation } from '../navigation/navigation.tsx'
import { PageLink } from '../navigation/PageLink.tsx'
import { column } from '../site/column.ts'
import { StructuredData } from '../site/StructuredData.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { useWords, useWordsOfCodes } from '../words/words.tsx'
import { GuideBody } from './GuideBody.tsx'
import { type GuideText, plain, wordsIn } from './guide.ts'
import { type GuideName, guidePages } from './guides.ts'
import { SearchBox } from './search/SearchBox.tsx'
import { Vote } from './Vote.tsx'

export function GuidePage({ name, guide }: { name: GuideName; guide: GuideText }) {
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

/** The title of a guide whose catalog is open. */
function useGuideTitle(): (name: GuideName) => string {
  const t = useWordsOfCodes()
  return name => t(`${guidePages.find(page => page.name === name)?.catalog}.${name}.title`)
}

/** Opens the part named by the URL's hash, however the reader got there. */
function useOpenFold(): void {
  const { hash, key } = usePageLocation()
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

function Contents({ guide }: { guide: GuideText }) {
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

/** Structured data for a guide that consists of steps. */
function HowTo({ title, guide }: { title: string; guide: GuideText }) {
  const steps = guide.parts.filter(part => part.step)
  if (steps.length === 0) return null
  const step = steps.map(part => ({ '@type': 'HowToStep', name: part.title, text: part.blocks.flatMap(wordsIn).join(' ') }))
  return <StructuredData data={{ '@type': 'HowTo', name: title, description: plain(guide.lede), totalTime: `PT${guide.minutes}M`, step }} />
}

function Around({ name }: { name: GuideName }) {
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

function GuideList({ current }: { current: GuideName }) {
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
