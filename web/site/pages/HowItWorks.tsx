// The page /how-it-works: one email followed step by step, the setup, and error handling.

import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'
import { later } from '../later.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Walk } from './walk/Walk.tsx'

const SetupAndTrouble = later(async () => (await import('./walk/SetupAndTrouble.tsx')).SetupAndTrouble)

export function HowItWorks() {
  const t = useWords('sitehowitworks')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('walk.title')} lede={t('walk.lede')} id="walk">
        <Walk />
      </Band>
      <SetupAndTrouble />
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
