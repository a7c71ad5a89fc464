// WhatsApp: link a phone, see the phones that are linked, unlink them.
import { useEffect, useState } from 'react'
import type { Destination, LinkOffer } from '../../core/api/delivery.ts'
import { useNow } from '../now.ts'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useDestinations } from './destinations.ts'
import { Linking } from './Linking.tsx'
import { liveMs } from './ledger.ts'
import { PhoneCard } from './PhoneCard.tsx'
import { StartLinking } from './StartLinking.tsx'

export function WhatsAppConnect() {
  const t = useWords('connect')
  const explain = useExplain()
  const now = useNow()
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const destinations = useDestinations(liveMs)
  const phones = destinations.data?.items
  const offered = phones?.find(phone => phone.id === offer?.destination.id)
  const linked = offered?.state === 'linked'
  useEffect(() => {
    if (linked && offered) toast.success(t('linked', { name: offered.name }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the phone becomes linked
  }, [linked])
  return (
    <div>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {destinations.error && (
          <Note kind="danger" alert>
            <b>{t('loading')}.</b> {explain(destinations.error)}
          </Note>
        )}
        {destinations.isPending && <SkeletonCard />}
        {offer && !linked && <Linking offer={offer} now={now} onRenewed={setOffer} onLater={() => setOffer(null)} />}
        {phones && phones.length > 0 && (
          <section>
            <h2 className="mb-3">{t('phones')}</h2>
            <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2">
              {phones.toSorted(linkedFirst).map((phone, at) => (
                <PhoneCard
                  key={phone.id}
                  phone={phone}
                  now={now}
                  isNext={at === 0 && !offer}
                  isOffered={phone.id === offer?.destination.id}
                  onOffer={setOffer}
                />
              ))}
            </div>
          </section>
        )}
        {phones && (!offer || linked) && <StartLinking first={phones.length === 0} onOffer={setOffer} />}
        {offer && !linked && <WhenItDoesNotWork />}
      </div>
    </div>
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
    </section>
  )
}
