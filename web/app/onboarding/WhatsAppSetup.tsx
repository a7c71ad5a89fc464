// Onboarding, step two: links a phone, confirmed as soon as its code arrives.
import { useState } from 'react'
import type { LinkOffer } from '../../../core/api/delivery.ts'
import { useNow } from '../../now.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { useWords } from '../../words/words.tsx'
import { LinkingCode, linkingPollMs } from '../phones/LinkingCode.tsx'
import { StartLinking } from '../phones/StartLinking.tsx'
import { useLinkedPhone } from '../phones/useLinkedPhone.ts'
import { useDestinations } from '../queries/destinations.ts'
import { pollMs } from '../queries/ledger.ts'
import { DoneCard, StepPage } from './StepPage.tsx'

export function WhatsAppSetup() {
  const t = useWords('onboarding')
  const explain = useExplain()
  const now = useNow()
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const destinations = useDestinations(offer ? linkingPollMs : pollMs)
  const phones = destinations.data?.items
  const isLinked = useLinkedPhone(offer, phones) !== null
  const linked = phones?.find(phone => phone.state !== 'pending')
  const later = () => {
    setOffer(null)
    // The focused element has disappeared.
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
      {offer && !isLinked && <LinkingCode offer={offer} now={now} onRenewed={setOffer} onLater={later} />}
      {phones && !linked && !offer && <StartLinking isFirst onOffer={setOffer} />}
    </StepPage>
  )
}
