// The page /case-studies: four worked examples, marked as fictional scenarios.
import type { ReactNode } from 'react'
import type { Condition } from '../../../core/filters/tree.ts'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { MessageTotals } from '../../ui/charts/MessageTotals.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { FilterSentence } from '../../ui/text/FilterSentence.tsx'
import { useWords } from '../../words/words.tsx'
import { band, column } from '../column.ts'
import { PageIntro } from '../PageIntro.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { ChatExample } from '../pieces/ChatExample.tsx'
import { DayTimeline } from '../pieces/DayTimeline.tsx'

const scenarios = [1, 2, 3, 4] as const
const parts = ['problem', 'did', 'became', 'catch'] as const

export function CaseStudies() {
  const t = useWords('sitecasestudies')
  const illustrations = { 1: <Orders />, 2: <School />, 3: <Night />, 4: <DayTally /> }
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      {scenarios.map(n => (
        <Scenario key={n} n={n} illustration={illustrations[n]} />
      ))}
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="contact" className={buttonClass({ look: 'ghost' })}>
          {t('last.ask')}
        </PageLink>
      </CallToAction>
    </>
  )
}

function Scenario({ n, illustration }: { n: (typeof scenarios)[number]; illustration: ReactNode }) {
  const t = useWords('sitecasestudies')
  return (
    <section className={cx(band, n % 2 === 0 && 'bg-sunk')}>
      <div className={cx(column, 'grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] md:gap-12')}>
        <div>
          <span className="tag">{t('tag')}</span>
          <h2 className="mt-3 max-w-[20ch] text-2xl">{t(`s${n}`)}</h2>
          <p className="mt-2 text-ink-2">{t(`s${n}.who`)}</p>
          <div className="mt-6 max-w-md">{illustration}</div>
        </div>
        <dl className="grid content-start gap-x-8 gap-y-6 sm:grid-cols-2">
          {parts.map(part => (
            <div key={part} className={'border-t border-line pt-3'}>
              <dt className="font-strong">{t(part)}</dt>
              <dd className="mt-1 max-w-[48ch] text-ink-2">{t(`s${n}.${part}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const orders: Condition = {
  all: [
    { any: [{ field: 'subject', operator: 'contains', values: ['order', 'quote', 'quotation'] }] },
    { none: [{ field: 'newsletter', operator: 'is' }] },
  ],
}

const Orders = () => (
  <Card>
    <FilterSentence condition={orders} />
  </Card>
)

function School() {
  const t = useWords('sitecasestudies')
  return <ChatExample lines={[{ text: t('s2.chat'), time: '16:40' }]} />
}

function Night() {
  const t = useWords('sitecasestudies')
  return <DayTimeline hours={scenarios.map(n => ({ at: t(`s3.h${n}`), title: t(`s3.h${n}.title`), text: t(`s3.h${n}.text`) }))} />
}

const sampleDay = { arrived: 212, forwarded: 9, underWay: 0, held: 0, failed: 0, notMatched: 203, suppressed: 0 }

const DayTally = () => (
  <Card className="[--figure:1.75rem]">
    <MessageTotals figures={sampleDay} />
  </Card>
)
