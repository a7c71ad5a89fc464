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
import { type PhoneState, phoneStateOf } from '../phone-state.ts'
import { useDestinations } from '../queries/destinations.ts'
import { liveMs } from '../queries/ledger.ts'
import { Checks } from './Checks.tsx'
import { IsLinked } from './IsLinked.tsx'
import { Linking, linkingMs } from './Linking.tsx'
import { PhoneCard } from './PhoneCard.tsx'
import { Rotas } from './rotas/Rotas.tsx'
import { StartLinking } from './StartLinking.tsx'
import { useLinked } from './useLinked.ts'

export function WhatsAppConnect() {
  const t = useWords('connect')
  const explain = useExplain()
  const now = useNow()
  const { hasRole } = useAuth()
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const destinations = useDestinations(offer ? linkingMs : liveMs)
  const phones = destinations.data?.items
  const linked = useLinked(offer, phones)
  const close = () => {
    setOffer(null)
    // What had the focus is gone.
    focusTitle()
  }
  const troubled = phones?.filter(phone => phone.state === 'unreachable').length ?? 0
  return (
    <div>
      <PageHeader title={t('title')}>{troubled > 0 ? t('lead.trouble', { n: troubled }) : t('lead')}</PageHeader>
      <Announced phones={phones} now={now} />
      <div className="grid grid-cols-1 gap-6">
        {destinations.error && (
          <Note kind="danger" alert>
            <b>{t('loading')}.</b> {explain(destinations.error)}
          </Note>
        )}
        {destinations.isPending && <SkeletonCard tall="min-h-91 md:min-h-80" />}
        {offer && !linked && <Linking offer={offer} now={now} onRenewed={setOffer} onLater={close} />}
        {offer && linked && <IsLinked name={linked.name} onDone={close} />}
        {phones && phones.length > 0 && <Phones phones={phones} now={now} offer={offer} onOffer={setOffer} />}
        {phones && (!offer || linked) && <StartLinking first={phones.length === 0} onOffer={setOffer} />}
        {phones?.some(phone => phone.state !== 'pending') && <Rotas phones={phones} />}
        {offer && !linked && <WhenItDoesNotWork />}
        {hasRole('admin') && <Checks />}
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
        {phones.toSorted(linkedFirst).map((phone, at) => (
          <PhoneCard
            key={phone.id}
            phone={phone}
            phones={phones}
            now={now}
            isNext={at === 0 && !offer}
            isOffered={phone.id === offer?.destination.id}
            onOffer={onOffer}
          />
        ))}
      </div>
    </section>
  )
}

const linkedFirst = (a: Destination, b: Destination) => Number(b.state === 'linked') - Number(a.state === 'linked')

function WhenItDoesNotWork() {
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

function Announced({ phones, now }: { phones: readonly Destination[] | undefined; now: Date }) {
  const t = useWords('connect')
  const before = useRef<Map<string, PhoneState>>(null)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (!phones) return
    const standings = new Map(phones.map(phone => [phone.id, phoneStateOf(phone, now)]))
    const known = before.current
    before.current = standings
    const changed = known ? phones.filter(phone => known.has(phone.id) && known.get(phone.id) !== standings.get(phone.id)) : []
    if (changed.length > 0) setAnnounced(changed.map(phone => t(`said.${phoneStateOf(phone, now)}`, { name: phone.name })).join(' '))
  }, [phones, now, t])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
