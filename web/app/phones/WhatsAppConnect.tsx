// The phones page: link phones, see their state, pause, rename and unlink them.
import { useEffect, useRef, useState } from 'react'
import type { Destination, LinkOffer } from '../../../core/api/delivery.ts'
import { useNow } from '../../now.ts'
import { useAuth } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { HelpLink } from '../../ui/text/HelpLink.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { findPhoneState, type PhoneState } from '../phone-state.ts'
import { useDestinations } from '../queries/destinations.ts'
import { pollMs } from '../queries/ledger.ts'
import { LinkedCard } from './LinkedCard.tsx'
import { LinkingCode, linkingPollMs } from './LinkingCode.tsx'
import { PhoneCard } from './PhoneCard.tsx'
import { Rotas } from './rotas/Rotas.tsx'
import { StartLinking } from './StartLinking.tsx'
import { useLinkedPhone } from './useLinkedPhone.ts'
import { WhatsAppChecks } from './WhatsAppChecks.tsx'

export function WhatsAppConnect() {
  const t = useWords('connect')
  const explain = useExplain()
  const now = useNow()
  const { hasRole } = useAuth()
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const destinations = useDestinations(offer ? linkingPollMs : pollMs)
  const phones = destinations.data?.items
  const linked = useLinkedPhone(offer, phones)
  const close = () => {
    setOffer(null)
    // The focused element has disappeared.
    focusTitle()
  }
  const unreachable = phones?.filter(phone => phone.state === 'unreachable').length ?? 0
  return (
    <div>
      <PageHeader title={t('title')}>{unreachable > 0 ? t('lead.trouble', { n: unreachable }) : t('lead')}</PageHeader>
      <StateAnnouncer phones={phones} now={now} />
      <div className="grid grid-cols-1 gap-6">
        {destinations.error && (
          <Note kind="danger" alert>
            <b>{t('loading')}.</b> {explain(destinations.error)}
          </Note>
        )}
        {destinations.isPending && <SkeletonCard tall="min-h-91 md:min-h-80" />}
        {offer && !linked && <LinkingCode offer={offer} now={now} onRenewed={setOffer} onLater={close} />}
        {offer && linked && <LinkedCard name={linked.name} onDone={close} />}
        {phones && phones.length > 0 && <Phones phones={phones} now={now} offer={offer} onOffer={setOffer} />}
        {phones && (!offer || linked) && <StartLinking isFirst={phones.length === 0} onOffer={setOffer} />}
        {phones?.some(phone => phone.state !== 'pending') && <Rotas phones={phones} />}
        {offer && !linked && <Troubleshooting />}
        {hasRole('admin') && <WhatsAppChecks />}
      </div>
    </div>
  )
}

interface PhonesProps {
  phones: readonly Destination[]
  now: Date
  offer: LinkOffer | null
  onOffer(offer: LinkOffer): void
}

function Phones({ phones, now, offer, onOffer }: PhonesProps) {
  const t = useWords('connect')
  return (
    <section>
      <h2>{t('phones')}</h2>
      <p className="mt-1 mb-4 max-w-[62ch] text-sm text-ink-2">{t('window')}</p>
      <div className="grid grid-cols-1 gap-(--gap) lg:grid-cols-2">
        {phones.toSorted(linkedFirst).map((phone, index) => (
          <PhoneCard
            key={phone.id}
            phone={phone}
            phones={phones}
            now={now}
            isNext={index === 0 && !offer}
            hasOpenCode={phone.id === offer?.destination.id}
            onOffer={onOffer}
          />
        ))}
      </div>
    </section>
  )
}

const linkedFirst = (a: Destination, b: Destination) => Number(b.state === 'linked') - Number(a.state === 'linked')

function Troubleshooting() {
  const t = useWords('connect')
  return (
    <section>
      <h2 className="mb-3">{t('help')}</h2>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-3">
        <Note kind="warn">
          <Rich text={t('help.expired')} />
        </Note>
        <Note kind="danger">
          <Rich text={t('help.changed')} />
        </Note>
        <Note>
          <Rich text={t('help.other')} />
        </Note>
      </div>
      <p className="mt-3 text-sm">
        <HelpLink to="/help/whatsapp-setup#trouble">{t('help.guide')}</HelpLink>
      </p>
    </section>
  )
}

function StateAnnouncer({ phones, now }: { phones: readonly Destination[] | undefined; now: Date }) {
  const t = useWords('connect')
  const previousStates = useRef<Map<string, PhoneState>>(null)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!phones) return
    const states = new Map(phones.map(phone => [phone.id, findPhoneState(phone, now)]))
    const previous = previousStates.current
    previousStates.current = states
    const changed = previous ? phones.filter(phone => previous.has(phone.id) && previous.get(phone.id) !== states.get(phone.id)) : []
    if (changed.length > 0) setAnnouncement(changed.map(phone => t(`said.${findPhoneState(phone, now)}`, { name: phone.name })).join(' '))
  }, [phones, now, t])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
