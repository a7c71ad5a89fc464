// The home page: what Mailferry does, its screens, a filter to try, its promises, its price.
import type { ReactNode } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Motif } from '../../ui/layout/Motif.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { useWords, useWordsOfCodes } from '../../words/words.tsx'
import { later } from '../later.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { ProductShot, type ShotName } from '../pieces/ProductShot.tsx'
import { Hero } from './Hero.tsx'
import { TryFilter } from './home/TryFilter.tsx'
import { freeFeatures } from './plans/free-features.ts'

const EveryEmail = later(async () => (await import('./home/EveryEmail.tsx')).EveryEmail)

/** `plans`: of a server that sells them. */
export function Home({ plans = <FreePlan /> }: { plans?: ReactNode }) {
  const t = useWords('site')
  return (
    <>
      <Hero />
      <Product />
      <TryFilter />
      <EveryEmail />
      {plans}
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

function Product() {
  const t = useWords('site')
  const shot = (name: ShotName) => (
    <figure className="grid content-start gap-4">
      <ProductShot name={name} alt={t(`shot.${name}.alt`)} />
      <figcaption>
        <h3 className="text-lg">{t(`shot.${name}`)}</h3>
        <p className="mt-1 max-w-[58ch] text-ink-2">{t(`shot.${name}.text`)}</p>
      </figcaption>
    </figure>
  )
  return (
    <Band sunk title={t('shots.title')} lede={t('shots.lede')}>
      <div className="grid items-start gap-x-(--gap) gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        {shot('dashboard')}
        {shot('timeline')}
      </div>
      <div className="mt-12">{shot('editor')}</div>
    </Band>
  )
}

function FreePlan() {
  const t = useWords('site')
  const plan = useWordsOfCodes()
  return (
    <Band title={t('plan.title')} lede={t('plan.lede')}>
      <Card className="p-[clamp(1.25rem,3vw,2.5rem)]!">
        <h3 className="text-xl">{plan('plans.self_hosted')}</h3>
        <CheckList items={freeFeatures.map(id => plan(`plans.${id}`))} className="gap-x-8 sm:grid-cols-2" />
        <p className="mt-2">
          <PageLink to="pricing">{t('plan.more')}</PageLink>
        </p>
      </Card>
    </Band>
  )
}
