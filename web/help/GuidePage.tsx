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
import { GuideVote } from './GuideVote.tsx'
import { type GuideText, stripMarks, textsIn } from './guide.ts'
import { type GuideName, guidePages } from './guides.ts'
import { SearchBox } from './search/SearchBox.tsx'

export function GuidePage({ name, guide }: { name: GuideName; guide: GuideText }) {
  const t = useWords('help')
  const title = useGuideTitle()(name)
  useOpenDetails()
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
        <PreviousNextLinks name={name} />
        <GuideVote key={name} name={name} />
      </article>
      <Contents guide={guide} />
      <HowTo title={title} guide={guide} />
    </div>
  )
}

/** Returns the title of a guide whose catalog is loaded. */
function useGuideTitle(): (name: GuideName) => string {
  const t = useWordsOfCodes()
  return name => t(`${guidePages.find(page => page.name === name)?.catalog}.${name}.title`)
}

/** Opens the collapsed part that the URL's hash names, and all parts before printing. */
function useOpenDetails(): void {
  const { hash, key } = usePageLocation()
  // oxlint-disable-next-line react/exhaustive-deps -- the key changes when the same link is clicked again
  useEffect(() => {
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (target instanceof HTMLDetailsElement) target.open = true
    target?.scrollIntoView()
  }, [hash, key])
  useEffect(() => {
    const closedDetails = () => document.querySelectorAll<HTMLDetailsElement>('details.fold:not([open])')
    const openAll = () => closedDetails().forEach(details => (details.open = true))
    addEventListener('beforeprint', openAll)
    return () => removeEventListener('beforeprint', openAll)
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
  const step = steps.map(part => ({ '@type': 'HowToStep', name: part.title, text: part.blocks.flatMap(textsIn).join(' ') }))
  return (
    <StructuredData data={{ '@type': 'HowTo', name: title, description: stripMarks(guide.lede), totalTime: `PT${guide.minutes}M`, step }} />
  )
}

function PreviousNextLinks({ name }: { name: GuideName }) {
  const t = useWords('help')
  const pages = useWords('pages')
  const index = guidePages.findIndex(page => page.name === name)
  const [previous, next] = [guidePages[index - 1], guidePages[index + 1]]
  return (
    <nav aria-label={t('around')} className="guide-around">
      {previous && (
        <PageLink to={previous.name} className={buttonClass({ look: 'quiet' })}>
          <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
          {pages(`link.${previous.name}`)}
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
  const index = guidePages.findIndex(page => page.name === current)
  return (
    <nav aria-labelledby="all-guides" className="guide-list">
      <p id="all-guides" className="text-sm font-strong">
        {t('guides')}
      </p>
      <ol>
        {guidePages.map(({ name }, position) => (
          <li key={name} className={position < index ? 'before' : position === index ? 'here' : undefined}>
            <PageLink to={name} current />
          </li>
        ))}
      </ol>
    </nav>
  )
}
