// The page /solutions: use cases by kind of email and by working style.
import { Bell, KeyRound, Landmark, Package, Receipt, Users } from 'lucide-react'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { ChatExample } from '../pieces/ChatExample.tsx'

const kinds = [
  { kind: 'codes', Icon: KeyRound },
  { kind: 'bank', Icon: Landmark },
  { kind: 'invoices', Icon: Receipt },
  { kind: 'family', Icon: Users },
  { kind: 'onCall', Icon: Bell },
  { kind: 'parcels', Icon: Package },
] as const

export function Solutions() {
  const t = useWords('sitesolutions')
  const pages = [
    { to: 'remoteWork', text: t('remote.text') },
    { to: 'enterprise', text: t('enterprise.text') },
    { to: 'compliance', text: t('compliance.text') },
    { to: 'caseStudies', text: t('scenarios.text') },
  ] as const
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('sort.title')}>
        <ul className="grid gap-(--gap) sm:grid-cols-2 lg:grid-cols-3">
          {kinds.map(({ kind, Icon }) => (
            <li key={kind} className="row-span-4 grid grid-rows-subgrid">
              <Card className="row-span-4 grid-rows-subgrid">
                <Icon size={22} aria-hidden className="text-accent-ink" />
                <div>
                  <h3>{t(kind)}</h3>
                  <p className="text-sm text-ink-3">{t(`${kind}.for`)}</p>
                </div>
                <p className="text-ink-2">{t(`${kind}.text`)}</p>
                <ChatExample lines={[{ text: t(`${kind}.chat`), time: '14:07' }]} />
              </Card>
            </li>
          ))}
        </ul>
        <p className="mt-6 max-w-[62ch] text-ink-2">{t('hint')}</p>
      </Band>
      <Band sunk beside title={t('pages.title')}>
        <ul>
          {pages.map(({ to, text }) => (
            <li key={to} className="grid gap-x-8 border-t border-line py-4 last:border-b sm:grid-cols-[12rem_minmax(0,1fr)]">
              <PageLink to={to} className="font-strong" />
              <span className="text-ink-2">{text}</span>
            </li>
          ))}
        </ul>
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
