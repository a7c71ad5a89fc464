// Previews what the phone shows for an email, as a message, digest or announcement; never more than was confirmed.
import { useState } from 'react'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier, MessageDetail } from '../../../../core/api/ledger.ts'
import { isOneOf, stateRank, undeliveredStates } from '../../../../core/delivery/states.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { Chat } from '../../../ui/phone/Phone.tsx'
import { HiddenNote, PhoneMessage } from '../../../ui/phone/PhoneMessage.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useOnPhone } from '../../queries/messages.ts'

export function OnPhonePreview({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const { deliveries } = message
  const [chosen, setChosen] = useState(deliveries[0]?.id ?? '')
  const delivery = deliveries.find(({ id }) => id === chosen) ?? deliveries[0]
  if (!delivery) return null
  const phones = deliveries.map(({ id, destinationName }) => ({ value: id, label: destinationName || t('phone.none') }))
  return (
    <>
      {phones.length > 1 && (
        <p>
          <InlineSelect label={t('phone')} options={phones} value={delivery.id} onChange={setChosen} />
        </p>
      )}
      <PreviewedMessage
        key={delivery.id}
        delivery={delivery}
        carriers={message.carriers.filter(carrier => carrier.deliveryId === delivery.id)}
      />
    </>
  )
}

function PreviewedMessage({ delivery, carriers }: { delivery: Delivery; carriers: Carrier[] }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const explain = useExplain()
  const { kind, id, state, acceptedAt, messageCount } = findCarrier(delivery, carriers)
  const { data, error } = useOnPhone(id, `${state} ${messageCount}`)
  if (error && data === undefined) return <Note kind="warn">{explain(error)}</Note>
  if (data === undefined) return <Skeleton className="h-72 w-full rounded-hull-lg" />
  const { preview, hidden, collected } = data
  if (preview === null) return <p className="text-sm text-ink-2">{t('onPhone.none')}</p>
  return (
    <>
      <p className="text-sm text-ink-2">
        {collected === null
          ? t(`onPhone.${kind}`, { others: messageCount - 1, way: dispatchStatus(state, acceptedAt) })
          : t('onPhone.collected', { others: collected - 1 })}
      </p>
      <Chat className="rounded-hull-lg">
        <PhoneMessage
          message={preview}
          {...(acceptedAt && { time: formatClock(acceptedAt, language) })}
          {...tickProps(state, acceptedAt)}
        />
      </Chat>
      <HiddenNote hidden={hidden} />
    </>
  )
}

type PreviewedMessage = Pick<Delivery, 'id' | 'state' | 'acceptedAt'> & { kind: 'mail' | 'digest' | 'announcement'; messageCount: number }

/** While an email is held, the phone shows its announcement. */
function findCarrier(delivery: Delivery, carriers: Carrier[]): PreviewedMessage {
  const digest = carriers.findLast(carrier => carrier.kind === 'digest')
  const announcement = carriers.findLast(carrier => carrier.kind === 'announcement' && carrier.acceptedAt !== null)
  if (digest) return { ...digest, kind: 'digest' }
  if (announcement && delivery.state === 'held') return { ...announcement, kind: 'announcement' }
  return { ...delivery, kind: 'mail', messageCount: 1 }
}

/** Whether the message has been sent, is still to be sent, or never will be. */
function dispatchStatus(state: Delivery['state'], acceptedAt: string | null): 'left' | 'ahead' | 'lost' {
  if (isOneOf(undeliveredStates, state)) return 'lost'
  return acceptedAt ? 'left' : 'ahead'
}

function tickProps(state: Delivery['state'], acceptedAt: string | null): { ticks?: 'accepted' | 'delivered' | 'read' } {
  if (state === 'read' || state === 'delivered') return { ticks: state }
  return acceptedAt && stateRank(state) < stateRank('failed') ? { ticks: 'accepted' } : {}
}

const formatClock = (at: string, language: string): string =>
  new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
