// The page /integrations: mail providers, WhatsApp, and other connections.
import type { Half } from '../../../core/mailbox/pulse.ts'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { UptimeBars } from '../../ui/charts/UptimeBars.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Badge, Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Example } from '../pieces/Example.tsx'
import { Facts } from '../pieces/Facts.tsx'
import { Points } from '../pieces/Points.tsx'

const providers = ['gmail', 'microsoft', 'apps', 'plain', 'own', 'closed'] as const
const three = [1, 2, 3] as const
const six = [1, 2, 3, 4, 5, 6] as const

export function Integrations() {
  const t = useWords('siteintegrations')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <Band title={t('mail.title')} lede={t('mail.lede')} id="mail">
        <div className="grid items-start gap-x-(--gap) gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Card flush>
            <dl>
              {providers.map(provider => (
                <div
                  key={provider}
                  className="grid gap-x-8 gap-y-1 border-t border-line px-(--pad) py-4 first:border-t-0 md:grid-cols-[14rem_minmax(0,1fr)]"
                >
                  <dt className="font-strong">{t(provider)}</dt>
                  <dd className="max-w-[62ch] text-ink-2">{t(`${provider}.way`)}</dd>
                </div>
              ))}
            </dl>
          </Card>
          <ConnectedExample />
        </div>
      </Band>
      <Band sunk title={t('out.title')} id="whatsapp">
        <Points points={three.map(n => ({ title: t(`out${n}`), text: t(`out${n}.text`) }))} />
      </Band>
      <Band title={t('more.title')} id="around">
        <Facts facts={six.map(n => ({ title: t(`more${n}`), text: t(`more${n}.text`) }))} />
        <div className="mt-10 max-w-3xl">
          <Note>
            <p>
              <b>{t('untried.title')}</b> {t('untried.text')} <PageLink to="contact">{t('untried.tell')}</PageLink>
            </p>
          </Note>
        </div>
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="guideEmailSetup" className={buttonClass({ look: 'ghost' })}>
          {t('untried.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}

const sampleDay: Half[] = Array.from({ length: 48 }, (_, index) => (index === 7 ? 'gap' : 'alive'))

function ConnectedExample() {
  const t = useWords('siteintegrations')
  return (
    <Example tag={t('life.tag')}>
      <Card>
        <div className="flex items-center gap-3">
          <Badge>{t('life.address')[0]?.toUpperCase()}</Badge>
          <div className="min-w-0">
            <p className="truncate font-strong">{t('life.address')}</p>
            <p className="text-sm text-ink-2">{t('life.kind')}</p>
          </div>
        </div>
        <StateLabel kind="ok" label={t('life.state')} />
        <UptimeBars halves={sampleDay} label={t('life.said')} />
        <p className="text-sm text-ink-2">{t('life.text')}</p>
      </Card>
    </Example>
  )
}
