// The page /careers: no open positions, and how to contribute.

import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Points } from '../pieces/Points.tsx'
import { SourceLink } from '../source.tsx'
import { ArchitectureCard } from './careers/ArchitectureCard.tsx'
import { TestNames } from './careers/TestNames.tsx'

const four = [1, 2, 3, 4] as const
const five = [1, 2, 3, 4, 5] as const

export function Careers() {
  const t = useWords('sitecareers')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band beside title={t('begin.title')} illustration={<ArchitectureCard />}>
        <Points numbered across={1} points={four.map(n => ({ title: t(`begin${n}`), text: t(`begin${n}.text`) }))} />
      </Band>
      <Band sunk beside title={t('work.title')} lede={t('work.lede')}>
        <ol>
          {five.map(n => (
            <li key={n} className="grid gap-x-6 border-t border-line py-4 last:border-b sm:grid-cols-[11rem_minmax(0,1fr)]">
              <h3 className="text-md">{t(`w${n}`)}</h3>
              <p className="max-w-[58ch] text-ink-2">{t(`w${n}.text`)}</p>
            </li>
          ))}
        </ol>
      </Band>
      <Band beside title={t('way.title')} illustration={<TestNames />}>
        <CheckList items={four.map(n => t(`way${n}`))} className="max-w-[62ch] gap-3!" />
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <PageLink to="contact" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </PageLink>
        <SourceLink className={buttonClass({ look: 'ghost' })}>{t('last.source')}</SourceLink>
      </CallToAction>
    </>
  )
}
