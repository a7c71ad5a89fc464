// The page /pricing where plans are sold: each plan and its price, what counts, and how to run it oneself.
import type { ServerOffer } from '../../../core/plans/offer.ts'
import type { Plan } from '../../../core/plans/plans.ts'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { useOffer } from '../offer.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Points } from '../pieces/Points.tsx'
import { Questions } from '../pieces/Questions.tsx'
import { readSource } from '../source.tsx'
import { IntervalChoice, PlanCards } from './plans/PlanCards.tsx'

const three = [1, 2, 3] as const
const six = [1, 2, 3, 4, 5, 6] as const
const noOffer: ServerOffer = { provider: null, items: [] }

export function SoldPricing() {
  const t = useWords('siteplans')
  const { provider, items } = useOffer() ?? noOffer
  return (
    <>
      <Plans plans={items} />
      <Band title={t('count.title')}>
        <Points points={three.map(n => ({ title: t(`count${n}`), text: t(`count${n}.text`) }))} />
      </Band>
      <Band sunk title={t('every.title')}>
        <Points points={six.map(n => ({ title: t(`every${n}`), text: t(`every${n}.text`) }))} />
      </Band>
      <Band beside title={t('faq.title')}>
        <Questions
          questions={questionsOf(provider, items).map(([question, answer]) => ({ question: t(question), answer: <p>{t(answer)}</p> }))}
        />
      </Band>
      <Band beside sunk title={t('own.title')} lede={t('own.lede')} id="run">
        <SelfHosting />
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="guideQuickSetup" className={buttonClass({ look: 'ghost' })}>
          {t('last.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const t = useWords('siteplans')
  const hasChoice = plans.some(({ prices }) => prices.length > 1)
  return (
    <div className="group/plans">
      <PageIntro heading={t('heading')} lede={t('lede')}>
        {hasChoice && <IntervalChoice />}
        <div className="pb-24" />
      </PageIntro>
      <div className={`${column} relative -mt-28`}>
        {plans.length > 0 ? <PlanCards plans={plans} /> : <NoPlans />}
        <p className="mt-4 text-sm text-ink-2">{t('tax')}</p>
      </div>
    </div>
  )
}

function NoPlans() {
  const t = useWords('siteplans')
  return (
    <Card>
      <h2 className="text-xl">{t('none.title')}</h2>
      <p>{t('none.text')}</p>
      <p>
        <Link to="/subscription">{t('none.link')}</Link>
      </p>
    </Card>
  )
}

/** Questions and answers as keys of texts, as far as they apply to these plans. */
const questionsOf = (provider: ServerOffer['provider'], plans: readonly Plan[]) =>
  [
    ['faq.change', 'faq.change.text'],
    ...(plans.some(({ trialDays, prices }) => trialDays > 0 && prices.length > 0) ? [['faq.trial', 'faq.trial.text'] as const] : []),
    ...(provider ? [['faq.pay', `faq.pay.${provider}`] as const] : []),
    ['faq.fail', 'faq.fail.text'],
    ['faq.raise', 'faq.raise.text'],
    ['faq.number', 'faq.number.text'],
    ['faq.stop', 'faq.stop.text'],
  ] as const

function SelfHosting() {
  const t = useWords('siteplans')
  return (
    <Card>
      <pre className="rounded-hull-sm bg-sunk px-4 py-3 font-mono text-sm/6 whitespace-pre-wrap wrap-anywhere" dir="ltr">
        <code>
          {readSource().command}
          {'\n'}
          {t('own.code')}
        </code>
      </pre>
      <CheckList items={three.map(n => t(`own${n}`))} />
      <p>
        <PageLink to="resources">{t('own.link')}</PageLink>
      </p>
    </Card>
  )
}
