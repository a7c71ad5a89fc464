// The page /features: three things that Mailferry does well, a table of the rest, and what it does not do.

import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { FilterSentence } from '../../ui/text/FilterSentence.tsx'
import { useWords } from '../../words/words.tsx'
import { later } from '../later.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { ChatExample } from '../pieces/ChatExample.tsx'
import { Example } from '../pieces/Example.tsx'
import { FilterResults } from '../pieces/FilterResults.tsx'
import { Points } from '../pieces/Points.tsx'
import { ProductShot } from '../pieces/ProductShot.tsx'
import { exampleCondition, exampleEmails } from './example-filter.ts'

const three = [1, 2, 3] as const
const ProofAndMore = later(async () => (await import('./ProofAndMore.tsx')).ProofAndMore)

export function Features() {
  const t = useWords('sitefeatures')
  const points = (part: 'filters' | 'phone') => three.map(n => ({ title: t(`${part}${n}`), text: t(`${part}${n}.text`) }))
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('filters.title')} lede={t('filters.lede')} id="filters">
        <div className="mb-10 grid items-stretch gap-(--gap) lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
          <Card>
            <p className="flex flex-wrap items-center gap-3">
              <span className="tag">{t('filters.example')}</span>
              <span className="text-sm text-ink-2">{t('filters.sentence')}</span>
            </p>
            <FilterSentence condition={exampleCondition} />
          </Card>
          <ExampleResults />
        </div>
        <Points points={points('filters')} />
        <div className="mt-12">
          <ProductShot name="editor" alt={t('filters.alt')} />
        </div>
      </Band>
      <Band sunk beside title={t('phone.title')} lede={t('phone.lede')} illustration={<BillExample />} id="phone">
        <Points across={1} points={points('phone')} />
        <div className="mt-10 grid gap-4 rounded-hull-lg bg-water p-6">
          <div>
            <h3 className="text-lg">{t('act.title')}</h3>
            <p className="mt-1 text-ink-2">{t('act.lede')}</p>
          </div>
          <ReplyExample />
        </div>
      </Band>
      <ProofAndMore />
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="howItWorks" hash="walk" className={buttonClass({ look: 'ghost' })}>
          {t('last.how')}
        </PageLink>
      </CallToAction>
    </>
  )
}

function ExampleResults() {
  const t = useWords('sitefeatures')
  const results = exampleEmails.map(({ n, isForwarded }) => {
    const label = t(isForwarded ? 'filters.crosses' : 'filters.stays')
    return { from: t(`mail${n}`), subject: t(`mail${n}.subject`), why: t(`mail${n}.why`), isForwarded, label }
  })
  return <FilterResults label={t('filters.mails')} emails={results} />
}

function BillExample() {
  const t = useWords('sitefeatures')
  const file = { name: t('phone.file'), size: t('phone.size') }
  return (
    <Example tag={t('example')}>
      <ChatExample
        lines={[
          { text: t('phone.example'), time: '14:07' },
          { text: t('phone.fileText'), time: '14:07', file },
        ]}
      />
    </Example>
  )
}

function ReplyExample() {
  const t = useWords('sitefeatures')
  return (
    <Example tag={t('example')}>
      <ChatExample
        lines={[
          { text: t('act.mail'), time: '14:07' },
          { text: t('act.answer'), time: '14:09', mine: true, ticks: 'read' },
          { text: t('act.waits'), time: '14:09', buttons: [t('act.undo')] },
        ]}
      />
    </Example>
  )
}
