// The page /solutions/compliance: answers for auditors, data retention, and what remains the operator's job.
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { useOffer } from '../offer.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { ChatExample } from '../pieces/ChatExample.tsx'
import { SourceLink } from '../source.tsx'

const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const three = [1, 2, 3] as const

export function Compliance() {
  const t = useWords('sitecompliance')
  const isSold = useOffer() !== null
  const answerOf = (n: (typeof nine)[number]) => t(isSold && (n === 3 || n === 7 || n === 8) ? `a${n}.sold` : `a${n}`)
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band beside title={t('ask.title')} lede={t('ask.lede')} illustration={<RetentionCard />}>
        <dl>
          {nine.map(n => (
            <div key={n} className="border-t border-line py-4 last:border-b">
              <dt className="text-lg font-strong">{t(`q${n}`)}</dt>
              <dd className="mt-1 max-w-[62ch] text-ink-2">{answerOf(n)}</dd>
            </div>
          ))}
        </dl>
      </Band>
      <Band sunk title={t('less.title')} lede={t('less.lede')}>
        <p className="-mt-2 mb-6 flex flex-wrap items-center gap-3">
          <span className="tag">{t('less.example')}</span>
          <span className="text-sm text-ink-2">{t('less.same')}</span>
        </p>
        <ul className="grid gap-8 lg:grid-cols-3">
          {three.map(n => (
            <li key={n} className="grid content-start border-t border-line pt-4 lg:row-span-3 lg:grid-rows-subgrid lg:gap-0">
              <h3>{t(`less${n}`)}</h3>
              <p className="mt-1 mb-4 max-w-[58ch] text-ink-2">{t(`less${n}.text`)}</p>
              <ChatExample lines={[{ text: t(`less${n}.chat`), time: '14:07' }]} />
            </li>
          ))}
        </ul>
      </Band>
      <Band beside title={t('left.title')}>
        <p className="max-w-[62ch] text-lg text-ink-2">{t('left.text')}</p>
        <p className="mt-4">
          <PageLink to="gdpr">{t('left.gdpr')}</PageLink>
        </p>
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <SourceLink className={buttonClass({ look: 'foam' })}>{t('last.source')}</SourceLink>
        <PageLink to="security" className={buttonClass({ look: 'ghost' })}>
          {t('left.security')}
        </PageLink>
      </CallToAction>
    </>
  )
}

/** Solid bars for a fixed time, dotted ones if it ends with an event; in percent of 30 days. */
const parts = [
  { part: 'text', barClass: 'h-3 w-full rounded-hull-sm bg-accent' },
  { part: 'files', barClass: 'h-3 w-[46.7%] rounded-hull-sm bg-accent' },
  { part: 'raw', barClass: 'w-1/5 border-t-3 border-dotted border-edge' },
  { part: 'inbox', barClass: null },
] as const

function RetentionCard() {
  const t = useWords('sitecompliance')
  return (
    <Card className="max-w-lg">
      <h3>{t('kept.title')}</h3>
      <dl className="grid gap-4 text-sm">
        {parts.map(({ part, barClass }) => (
          <div key={part}>
            <dt className="font-strong">{t(`kept.${part}`)}</dt>
            <dd className="text-ink-2">
              <span aria-hidden="true" className="my-1.5 flex h-3 items-center rounded-hull-sm bg-sunk">
                {barClass && <i className={cx('block', barClass)} />}
              </span>
              {t(`kept.${part}.text`)}
            </dd>
          </div>
        ))}
      </dl>
      <p aria-hidden="true" className="flex justify-between border-t border-line pt-2 text-xs text-ink-3">
        <span>{t('kept.from')}</span>
        <span>{t('kept.to')}</span>
      </p>
    </Card>
  )
}
