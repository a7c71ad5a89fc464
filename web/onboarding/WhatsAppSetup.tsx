// The second step: a phone sends its code, and the step ticks while one watches.
import { useState } from 'react'
import type { LinkOffer } from '../../core/api/delivery.ts'
import { useDestinations } from '../app/destinations.ts'
import { Linking, linkingMs } from '../app/Linking.tsx'
import { liveMs } from '../app/ledger.ts'
import { useLinked } from '../app/phones/useLinked.ts'
import { StartLinking } from '../app/StartLinking.tsx'
import { useNow } from '../now.ts'
import { useExplain } from '../ui/failure.ts'
import { focusTitle } from '../ui/focus-title.ts'
import { Note } from '../ui/Note.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { useWords } from '../words.tsx'
import { DoneCard, StepPage } from './StepPage.tsx'

export function WhatsAppSetup() {
  const t = useWords('onboarding')
  const explain = useExplain()
  const now = useNow()
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const destinations = useDestinations(offer ? linkingMs : liveMs)
  const phones = destinations.data?.items
  const isLinked = useLinked(offer, phones) !== null
  const linked = phones?.find(phone => phone.state !== 'pending')
  const later = () => {
    setOffer(null)
    // What had the focus is gone.
    focusTitle()
  }
  return (
    <StepPage
      step="phone"
      title={t('whatsapp.title')}
      lead={t('whatsapp.lead')}
      help={{ to: '/help/whatsapp-setup', word: t('whatsapp.guide') }}
    >
      {destinations.error && (
        <Note kind="danger" alert>
          {explain(destinations.error)}
        </Note>
      )}
      {destinations.isPending && <SkeletonCard />}
      {linked && (
        <DoneCard title={t('whatsapp.has', { name: linked.name })}>
          <p className="max-w-[62ch] text-ink-2">{t('whatsapp.hasText')}</p>
        </DoneCard>
      )}
      {offer && !isLinked && <Linking offer={offer} now={now} onRenewed={setOffer} onLater={later} />}
      {phones && !linked && !offer && <StartLinking first onOffer={setOffer} />}
    </StepPage>
  )
}
