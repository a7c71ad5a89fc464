// The page /solutions/compliance: what an auditor asks, answered; sending less; what remains with the operator.
import { useWords } from '../../words.tsx'
import { Opening } from '../Opening.tsx'
import { PageLink } from '../PageLink.tsx'
import { Band } from '../pieces/Band.tsx'
import { Points } from '../pieces/Points.tsx'

const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const three = [1, 2, 3] as const

export function Compliance() {
  const t = useWords('sitecompliance')
  return (
    <>
      <Opening heading={t('heading')} lede={t('lede')} />
      <Band title={t('ask.title')} lede={t('ask.lede')}>
        <dl>
          {nine.map(n => (
            <div
              key={n}
              className="grid gap-x-10 gap-y-1 border-t border-line py-5 last:border-b md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
            >
              <dt className="text-lg font-strong">{t(`q${n}`)}</dt>
              <dd className="max-w-[62ch] text-ink-2">{t(`a${n}`)}</dd>
            </div>
          ))}
        </dl>
      </Band>
      <Band sunk title={t('less.title')} lede={t('less.lede')}>
        <Points points={three.map(n => ({ title: t(`less${n}`), text: t(`less${n}.text`) }))} />
      </Band>
      <Band beside title={t('left.title')}>
        <p className="max-w-[62ch] text-lg text-ink-2">{t('left.text')}</p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          <PageLink to="gdpr">{t('left.gdpr')}</PageLink>
          <PageLink to="security">{t('left.security')}</PageLink>
        </p>
      </Band>
    </>
  )
}
