// The page /security: the protections, layer by layer, and what they do not cover.

import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Timeline } from '../../ui/charts/Timeline.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { Benchmarks } from '../pieces/Benchmarks.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { SourceLink } from '../source.tsx'

const six = [1, 2, 3, 4, 5, 6] as const
const layers = ['keys', 'signin', 'apikeys', 'mail', 'filters', 'outgoing', 'browser', 'phone'] as const
const three = [1, 2, 3] as const

export function Security() {
  const t = useWords('sitesecurity')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('figures.title')} lede={t('figures.lede')}>
        <Benchmarks figures={six.map(n => ({ figure: t(`f${n}`), text: t(`f${n}.text`), from: t(`f${n}.from`) }))} />
      </Band>
      <Band sunk beside title={t('layers.title')} illustration={<EncryptionSteps />} id="layers">
        <dl>
          {layers.map(layer => (
            <div key={layer} className="border-t border-line py-4 last:border-b">
              <dt className="font-strong">{t(layer)}</dt>
              <dd className="mt-1 max-w-[62ch] text-ink-2">{t(`${layer}.text`)}</dd>
            </div>
          ))}
        </dl>
      </Band>
      <Band beside title={t('limits.title')} id="limits">
        <ul className="grid max-w-[62ch] gap-4 text-lg text-ink-2">
          {three.map(n => (
            <li key={n}>{t(`limits${n}`)}</li>
          ))}
        </ul>
        <p className="mt-4">
          <PageLink to="privacy">{t('report.privacy')}</PageLink>
        </p>
      </Band>
      <CallToAction title={t('report.title')} lede={t('report.text')}>
        <PageLink to="contact" className={buttonClass({ look: 'foam' })}>
          {t('report.deed')}
        </PageLink>
        <SourceLink className={buttonClass({ look: 'ghost' })}>{t('report.source')}</SourceLink>
      </CallToAction>
    </>
  )
}

function EncryptionSteps() {
  const t = useWords('sitesecurity')
  return (
    <Card className="max-w-md">
      <h3>{t('layers.how')}</h3>
      <Timeline
        label={t('layers.how')}
        steps={three.map(n => ({ key: String(n), kind: 'done', text: <Rich text={t(`layers.seal${n}`)} /> }))}
      />
    </Card>
  )
}
