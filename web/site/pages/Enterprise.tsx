// The page /solutions/enterprise: scaling, access control, benchmark figures, and what is missing.

import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { Benchmarks } from '../pieces/Benchmarks.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Hosts } from '../pieces/Hosts.tsx'
import { Points } from '../pieces/Points.tsx'

const three = [1, 2, 3] as const
const four = [1, 2, 3, 4] as const

export function Enterprise() {
  const t = useWords('siteenterprise')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('shape.title')} lede={t('shape.lede')}>
        <Points numbered across={2} points={four.map(n => ({ title: t(`stage${n}`), text: t(`stage${n}.text`) }))} />
        <div className="mt-10">
          <Hosts
            tag={t('hosts.tag')}
            hosts={four.map(n => ({ name: t(`host${n}`), roles: t(`host${n}.roles`), text: t(`host${n}.text`), isGone: n === 3 }))}
            database={t('hosts.database')}
            about={t('hosts.databaseText')}
          />
        </div>
      </Band>
      <Band sunk beside title={t('people.title')}>
        <Points across={2} points={four.map(n => ({ title: t(`people${n}`), text: t(`people${n}.text`) }))} />
      </Band>
      <Band title={t('figures.title')} lede={t('figures.lede')}>
        <Benchmarks figures={three.map(n => ({ figure: t(`f${n}`), text: t(`f${n}.text`), from: t(`f${n}.from`) }))} />
      </Band>
      <Band sunk beside title={t('not.title')}>
        <p className="max-w-[62ch] text-lg text-ink-2">{t('not.text')}</p>
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <PageLink to="pricing" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </PageLink>
        <PageLink to="contact" className={buttonClass({ look: 'ghost' })}>
          {t('last.ask')}
        </PageLink>
      </CallToAction>
    </>
  )
}
