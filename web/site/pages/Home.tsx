// The home page: what Mailferry does, a filter to try, its promises, its price.
import { selfHosted } from '../../../core/plans/plans.ts'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { MessageTotals } from '../../ui/charts/MessageTotals.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Motif } from '../../ui/layout/Motif.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { useWords, useWordsOfCodes } from '../../words/words.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Points } from '../pieces/Points.tsx'
import { Hero } from './Hero.tsx'
import { TryFilter } from './home/TryFilter.tsx'

const three = [1, 2, 3] as const
const example = { arrived: 1204, forwarded: 37, underWay: 0, held: 7, failed: 0, notMatched: 1160, suppressed: 0 }

export function Home() {
  const t = useWords('site')
  return (
    <>
      <Hero />
      <TryFilter />
      <EveryEmail />
      <OnePlan />
      <CallToAction title={t('last.title')} lede={t('last.lede')} illustration={<Motif className="w-full text-on-deep-2" />}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('home.start')}
        </Link>
        <PageLink to="guideQuickSetup" className={buttonClass({ look: 'ghost' })}>
          {t('last.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}

function EveryEmail() {
  const t = useWords('site')
  return (
    <Band sunk title={t('sum.title')} lede={t('sum.lede')}>
      <Card className="mb-10 p-[clamp(1.25rem,3vw,2.5rem)]!">
        <p>
          <span className="tag">{t('sum.example')}</span>
        </p>
        <MessageTotals figures={example}>{t('sum.balanced')}</MessageTotals>
      </Card>
      <Points points={three.map(n => ({ title: t(`promise${n}`), text: t(`promise${n}.text`) }))} />
    </Band>
  )
}

function OnePlan() {
  const t = useWords('site')
  const plan = useWordsOfCodes()
  return (
    <Band title={t('plan.title')} lede={t('plan.lede')}>
      <Card className="p-[clamp(1.25rem,3vw,2.5rem)]!">
        <h3 className="text-xl">{plan(selfHosted.nameId)}</h3>
        <CheckList items={selfHosted.includes.map(id => plan(`plans.${id}`))} className="gap-x-8 sm:grid-cols-2" />
        <p className="mt-2">
          <PageLink to="pricing">{t('plan.more')}</PageLink>
        </p>
      </Card>
    </Band>
  )
}
