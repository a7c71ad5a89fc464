// The page /about: why Mailferry exists, its principles, and how young it is.

import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { MessageTotals } from '../../ui/charts/MessageTotals.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Points } from '../pieces/Points.tsx'
import { SourceLink } from '../source.tsx'

const three = [1, 2, 3] as const
const four = [1, 2, 3, 4] as const
const hundred = { arrived: 100, forwarded: 3, underWay: 0, held: 0, failed: 0, notMatched: 97, suppressed: 0 }

export function About() {
  const t = useWords('siteabout')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band beside title={t('why.title')}>
        <div className="grid max-w-[62ch] gap-5 text-lg text-ink-2">
          {three.map(n => (
            <p key={n}>{t(`why${n}`)}</p>
          ))}
        </div>
        <Card className="mt-8">
          <p>
            <span className="tag">{t('why.example')}</span>
          </p>
          <MessageTotals figures={hundred} />
        </Card>
      </Band>
      <Band sunk title={t('hold.title')}>
        <Points across={2} points={four.map(n => ({ title: t(`hold${n}`), text: t(`hold${n}.text`) }))} />
      </Band>
      <Band beside title={t('young.title')}>
        <p className="max-w-[62ch] text-lg text-ink-2">{t('young.text')}</p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          <PageLink to="security">{t('young.security')}</PageLink>
          <PageLink to="terms">{t('young.terms')}</PageLink>
          <PageLink to="careers">{t('young.contribute')}</PageLink>
        </p>
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <SourceLink className={buttonClass({ look: 'ghost' })}>{t('last.source')}</SourceLink>
      </CallToAction>
    </>
  )
}
