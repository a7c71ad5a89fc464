// What became of one mail: its deeds, its crossings, what arrived, and why.
import { ListFilter, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Delivery } from '../../core/api/delivery.ts'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { useExplain } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { Attempts } from './Attempts.tsx'
import { CrossingRoute } from './CrossingRoute.tsx'
import { MailboxDeeds } from './MailboxDeeds.tsx'
import { useSendAgain } from './messages.ts'
import { OnPhone } from './OnPhone.tsx'
import { SenderCheck } from './SenderCheck.tsx'
import { maySendAgain } from './stops.ts'
import { WhatArrived } from './WhatArrived.tsx'
import { WhyItMatched } from './WhyItMatched.tsx'

export function MessageStory({ message, now }: { message: MessageDetail; now: Date }) {
  const t = useWords('forwarded')
  return (
    <>
      <Deeds message={message} />
      <Part title={t('crossing')}>
        <Crossings message={message} now={now} />
      </Part>
      {message.deeds.length > 0 && (
        <Part title={t('deeds')}>
          <MailboxDeeds deeds={message.deeds} />
        </Part>
      )}
      {message.deliveries.length > 0 && (
        <Part title={t('onPhone')}>
          <OnPhone message={message} />
        </Part>
      )}
      <Part title={t('arrived')}>
        <WhatArrived message={message} folded={message.deliveries.length > 0} />
        <SenderCheck message={message} />
      </Part>
      <Part title={t(message.verdict === 'matched' ? 'why.crossed' : 'why.not')}>
        <WhyItMatched message={message} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-sm tracking-normal text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

function Deeds({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const again = message.deliveries.filter(maySendAgain)
  const from = message.from?.address
  if (again.length === 0 && !from) return null
  return (
    <div className="flex flex-wrap gap-2">
      {again.map(delivery => (
        <SendAgain key={delivery.id} delivery={delivery} isOnly={message.deliveries.length === 1} />
      ))}
      {from && (
        <LinkButton look="quiet" small to={`/filters/examples?message=${message.id}`}>
          <ListFilter size={16} aria-hidden /> {t('makeFilter')}
        </LinkButton>
      )}
    </div>
  )
}

function SendAgain({ delivery, isOnly }: { delivery: Delivery; isOnly: boolean }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  const send = useSendAgain()
  const word = delivery.state === 'held' ? 'now' : 'again'
  const go = () =>
    send.mutate(delivery.id, {
      onSuccess: () => toast.success(t(`${word}.done`)),
      onError: error => toast.error(explain(error)),
    })
  return (
    <Button look="quiet" small busy={send.isPending} onClick={go}>
      <RefreshCw size={16} aria-hidden />
      {isOnly ? t(word) : t(`${word}.to`, { name: delivery.destinationName || t('phone.none') })}
    </Button>
  )
}

function Crossings({ message, now }: { message: MessageDetail; now: Date }) {
  const t = useWords('forwarded')
  const { deliveries } = message
  const [only] = deliveries
  if (deliveries.length < 2)
    return (
      <>
        <CrossingRoute message={message} delivery={only ?? null} now={now} label={t('crossing')} />
        {only && <Attempts delivery={only} />}
      </>
    )
  return deliveries.map(delivery => {
    const to = t('crossing.to', { name: delivery.destinationName || t('phone.none') })
    return (
      <div key={delivery.id} className="mt-1 grid gap-2">
        <h4 className="font-strong">{to}</h4>
        <CrossingRoute message={message} delivery={delivery} now={now} label={to} />
        <Attempts delivery={delivery} />
      </div>
    )
  })
}
