// The page /features: what it does in four parts, and what it does not.
import { Link } from 'react-router'
import type { Condition } from '../../../core/filters/tree.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FilterSentence } from '../../ui/FilterSentence.tsx'
import { useWords } from '../../words.tsx'
import { Opening } from '../Opening.tsx'
import { PageLink } from '../PageLink.tsx'
import { Band } from '../pieces/Band.tsx'
import { LastCall } from '../pieces/LastCall.tsx'
import { Points } from '../pieces/Points.tsx'

const four = [1, 2, 3, 4] as const
const six = [1, 2, 3, 4, 5, 6] as const

const example: Condition = {
  all: [
    {
      any: [
        { field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] },
        { field: 'attachment_name', operator: 'contains', values: ['invoice'] },
      ],
    },
    { none: [{ field: 'newsletter', operator: 'is' }] },
  ],
}

export function Features() {
  const t = useWords('sitefeatures')
  const of = (part: 'phone' | 'act' | 'proof' | 'not') => four.map(n => ({ title: t(`${part}${n}`), text: t(`${part}${n}.text`) }))
  return (
    <>
      <Opening heading={t('heading')} lede={t('lede')} />
      <Band title={t('filters.title')} lede={t('filters.lede')} id="filters">
        <Card className="mb-10 max-w-3xl">
          <p className="flex flex-wrap items-center gap-3">
            <span className="tag">{t('filters.example')}</span>
            <span className="text-sm text-ink-2">{t('filters.sentence')}</span>
          </p>
          <FilterSentence condition={example} />
        </Card>
        <Points points={six.map(n => ({ title: t(`filters${n}`), text: t(`filters${n}.text`) }))} />
      </Band>
      <Band sunk beside title={t('phone.title')} lede={t('phone.lede')} id="phone">
        <Points two points={of('phone')} />
      </Band>
      <Band beside title={t('act.title')} lede={t('act.lede')} id="act">
        <Points two points={of('act')} />
      </Band>
      <Band sunk beside title={t('proof.title')} lede={t('proof.lede')} id="proof">
        <Points two points={of('proof')} />
      </Band>
      <Band beside title={t('not.title')} lede={t('not.lede')} id="not">
        <Points two points={of('not')} />
      </Band>
      <LastCall title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="howItWorks" hash="walk" className={buttonClass({ look: 'ghost' })}>
          {t('last.how')}
        </PageLink>
      </LastCall>
    </>
  )
}
