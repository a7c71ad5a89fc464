// The page /gdpr: each right and where to exercise it, and the required disclosures.
import type { ReactNode } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { useOffer } from '../offer.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { OperatorNote } from '../pieces/Operator.tsx'

const rights = [
  { right: 'r15', to: '/settings#copy' },
  { right: 'r16', to: '/profile' },
  { right: 'r17', to: '/profile' },
  { right: 'r17b', to: '/settings' },
  { right: 'r20', to: '/filters' },
  { right: 'r21', to: '/email-accounts' },
] as const

export function Gdpr() {
  const t = useWords('sitegdpr')
  const o = useWords('siteoperator')
  const isSold = useOffer() !== null
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <div className={`${column} grid gap-8 pt-[clamp(2.5rem,6vw,4.5rem)]`}>
        <div className="grid max-w-3xl gap-4">
          <OperatorNote />
          <p className="max-w-[72ch] text-sm text-ink-2">
            {o('english')} <PageLink to="contact">{t('contact')}</PageLink>
          </p>
        </div>
        <ul>
          {rights.map(({ right, to }) => (
            <li key={right} className="grid gap-x-10 gap-y-1 border-t border-line py-5 md:grid-cols-[15rem_minmax(0,1fr)_12rem]">
              <h2 className="text-lg">
                {t(right)}{' '}
                <span className="block text-sm font-normal tracking-normal text-ink-3 [word-spacing:normal]">{t(`${right}.art`)}</span>
              </h2>
              <p className="max-w-[62ch] text-ink-2">{t(right === 'r17' && isSold ? 'r17.sold' : `${right}.text`)}</p>
              <p className="md:text-end">
                <Link to={to}>{t(`${right}.deed`)}</Link>
              </p>
            </li>
          ))}
          <li className="grid gap-x-10 gap-y-1 border-y border-line py-5 md:grid-cols-[15rem_minmax(0,1fr)_12rem]">
            <h2 className="text-lg">
              {t('r22')} <span className="block text-sm font-normal tracking-normal text-ink-3 [word-spacing:normal]">{t('r22.art')}</span>
            </h2>
            <p className="max-w-[62ch] text-ink-2">{t('r22.text')}</p>
          </li>
        </ul>
      </div>
      <Band beside title={t('facts.title')}>
        <dl className="grid gap-6">
          <Fact title={t('basis')} text={t('basis.text')} />
          <Fact title={t('where.title')} text={t(isSold ? 'where.sold' : 'where.text')} />
          <Fact title={t('long')} text={t('long.text')}>
            <PageLink to="privacy" hash="kept">
              {t('long.link')}
            </PageLink>
          </Fact>
          <Fact title={t('complain')} text={t('complain.text')} />
          <Fact title={t('processor')} text={t('processor.text')}>
            <PageLink to="compliance">{t('processor.link')}</PageLink>
          </Fact>
        </dl>
      </Band>
    </>
  )
}

function Fact({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="border-t-3 border-dotted border-edge pt-3">
      <dt className="font-strong">{title}</dt>
      <dd className="mt-1 max-w-[62ch] text-ink-2">
        {text} {children}
      </dd>
    </div>
  )
}
