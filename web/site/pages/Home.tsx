// The home page: what Mailferry does, its screens, a filter to try, its promises, its price.
import type { ReactNode } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Motif } from '../../ui/layout/Motif.tsx'
import { useWords } from '../../words/words.tsx'
import { later } from '../later.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Hero } from './Hero.tsx'
import { TryFilter } from './home/TryFilter.tsx'

const Product = later(async () => (await import('./home/Product.tsx')).Product)
const EveryEmail = later(async () => (await import('./home/EveryEmail.tsx')).EveryEmail)
const FreePlan = later(async () => (await import('./home/FreePlan.tsx')).FreePlan)

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
