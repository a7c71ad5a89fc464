// The page /how-it-works: one email followed step by step, the setup, and error handling.

import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Facts } from '../pieces/Facts.tsx'
import { Points } from '../pieces/Points.tsx'
import { Walk } from './walk/Walk.tsx'

const three = [1, 2, 3] as const
const six = [1, 2, 3, 4, 5, 6] as const

export function HowItWorks() {
  const t = useWords('sitehowitworks')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('walk.title')} lede={t('walk.lede')} id="walk">
        <Walk />
      </Band>
      <Band sunk title={t('setup.title')} lede={t('setup.lede')}>
        <Points numbered points={three.map(n => ({ title: t(`setup${n}`), text: t(`setup${n}.text`) }))} />
      </Band>
      <Band title={t('wrong.title')} lede={t('wrong.lede')} id="wrong">
        <Facts facts={six.map(n => ({ title: t(`wrong${n}`), text: t(`wrong${n}.text`) }))} />
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
