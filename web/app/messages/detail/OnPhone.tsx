// What the phone shows of an email: its message, its digest, or its announcement; never more than was confirmed.
import { useState } from 'react'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier, MessageDetail } from '../../../../core/api/ledger.ts'
import { isOneOf, rank, undeliveredStates } from '../../../../core/delivery/states.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { Chat } from '../../../ui/phone/Phone.tsx'
import { Hidden, PhoneMessage } from '../../../ui/phone/PhoneMessage.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useOnPhone } from '../../queries/messages.ts'

export function OnPhone({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const { deliveries } = message
  const [chosen, setChosen] = useState(deliveries[0]?.id ?? '')
  const delivery = deliveries.find(one => one.id === chosen) ?? deliveries[0]
  if (!delivery) return null
  const phones = deliveries.map(one => ({ value: one.id, word: one.destinationName || t('phone.none') }))
  return (
    <>
      {phones.length > 1 && (
        <p>
          <Pick label={t('phone')} options={phones} value={delivery.id} onChange={setChosen} />
        </p>
      )}
      <Shown key={delivery.id} delivery={delivery} carriers={message.carriers.filter(carrier => carrier.deliveryId === delivery.id)} />
    </>
  )
}

function Shown({ delivery, carriers }: { delivery: Delivery; carriers: Carrier[] }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const explain = useExplain()
  const { kind, id, state, acceptedAt, messageCount } = whatCarries(delivery, carriers)
  const { data, error } = useOnPhone(id, `${state} ${messageCount}`)
  if (error && data === undefined) return <Note kind="warn">{explain(error)}</Note>
  if (data === undefined) return <Skeleton className="h-72 w-full rounded-hull-lg" />
  const { preview, hidden, collected } = data
  if (preview === null) return <p className="text-sm text-ink-2">{t('onPhone.none')}</p>
  return (
    <>
      <p className="text-sm text-ink-2">
        {collected === null
          ? t(`onPhone.${kind}`, { others: messageCount - 1, way: wayOf(state, acceptedAt) })
          : t('onPhone.collected', { others: collected - 1 })}
      </p>
      <Chat className="rounded-hull-lg">
        <PhoneMessage shown={preview} {...(acceptedAt && { time: clockText(acceptedAt, language) })} {...ticksOf(state, acceptedAt)} />
      </Chat>
      <Hidden hidden={hidden} />
    </>
  )
}

type Shown = Pick<Delivery, 'id' | 'state' | 'acceptedAt'> & { kind: 'mail' | 'digest' | 'announcement'; messageCount: number }

/** While an email waits, the phone shows its announcement. */
function whatCarries(delivery: Delivery, carriers: Carrier[]): Shown {
  const digest = carriers.findLast(carrier => carrier.kind === 'digest')
  const announcement = carriers.findLast(carrier => carrier.kind === 'announcement' && carrier.acceptedAt !== null)
  if (digest) return { ...digest, kind: 'digest' }
  if (announcement && delivery.state === 'held') return { ...announcement, kind: 'announcement' }
  return { ...delivery, kind: 'mail', messageCount: 1 }
}

/** Has it left, will it yet, or will it never? */
function wayOf(state: Delivery['state'], acceptedAt: string | null): 'left' | 'ahead' | 'lost' {
  if (isOneOf(undeliveredStates, state)) return 'lost'
  return acceptedAt ? 'left' : 'ahead'
}

function ticksOf(state: Delivery['state'], acceptedAt: string | null): { ticks?: 'accepted' | 'delivered' | 'read' } {
  if (state === 'read' || state === 'delivered') return { ticks: state }
  return acceptedAt && rank(state) < rank('failed') ? { ticks: 'accepted' } : {}
}

const clockText = (at: string, language: string): string =>
  new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
