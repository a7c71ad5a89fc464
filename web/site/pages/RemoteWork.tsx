// The page /solutions/remote-work: a working day hour by hour, and the features that help with it.

import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { DayTimeline } from '../pieces/DayTimeline.tsx'
import { Points } from '../pieces/Points.tsx'

const four = [1, 2, 3, 4] as const
const five = [1, 2, 3, 4, 5] as const

export function RemoteWork() {
  const t = useWords('siteremotework')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band beside title={t('day.title')} lede={t('day.lede')}>
        <p className="mb-4">
          <span className="tag">{t('day.example')}</span>
        </p>
        <DayTimeline hours={five.map(n => ({ at: t(`h${n}`), title: t(`h${n}.title`), text: t(`h${n}.text`) }))} />
      </Band>
      <Band sunk title={t('set.title')}>
        <Points across={2} points={four.map(n => ({ title: t(`set${n}`), text: t(`set${n}.text`) }))} />
        <p className="mt-8 max-w-[62ch] text-ink-2">{t('note')}</p>
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="guideCreatingFilters" className={buttonClass({ look: 'ghost' })}>
          {t('last.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}
