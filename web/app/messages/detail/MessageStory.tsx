// What became of an email: actions, deliveries, its text, and why.
import { FileText, ListFilter, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { HelpLink } from '../../../ui/text/HelpLink.tsx'
import { SenderCheck } from '../../../web-view/SenderCheck.tsx'
import { MailLinks, useMailLinks } from '../../../web-view/WebViewLinks.tsx'
import { useWords } from '../../../words/words.tsx'
import { useSendAgain } from '../../queries/messages.ts'
import { Attempts } from './Attempts.tsx'
import { CallStory } from './CallStory.tsx'
import { useCommands } from './commands.ts'
import { CrossingRoute } from './DeliveryRoute.tsx'
import { FailedFiles } from './FailedFiles.tsx'
import { MailboxActionList } from './MailboxActionList.tsx'
import { MessageCommands } from './MessageCommands.tsx'
import { MessageReplies } from './MessageReplies.tsx'
import { OnPhone } from './OnPhone.tsx'
import { maySendAgain } from './route-stops.ts'
import { WhatArrived } from './WhatArrived.tsx'
import { WhyItMatched } from './WhyItMatched.tsx'

export function MessageStory({ message, now }: { message: MessageDetail; now: Date }) {
  const t = useWords('forwarded')
  const whole = useWords('whole')
  const links = useMailLinks(message.id)
  // Actions requested by phone are listed among its commands.
  const actions = message.mailboxActions.filter(action => action.by !== 'phone')
  return (
    <>
      <MessageButtons message={message} />
      <Part title={t('crossing')}>
        <Crossings message={message} now={now} />
        <FailedFiles files={message.failedFiles} />
        {message.calls.map(call => (
          <CallStory key={call.steps.map(step => step.destinationId).join()} call={call} now={now} />
        ))}
      </Part>
      {actions.length > 0 && (
        <Part title={t('deeds')}>
          <MailboxActionList actions={actions} />
        </Part>
      )}
      {message.deliveries.length > 0 && (
        <Part title={t('onPhone')}>
          <OnPhone message={message} />
        </Part>
      )}
      {links && links.length > 0 && (
        <Part title={whole('links')}>
          <MailLinks id={message.id} links={links} now={now} />
        </Part>
      )}
      <Commands message={message} />
      <Replies message={message} />
      <Part title={t('arrived')}>
        <WhatArrived message={message} folded={message.deliveries.length > 0} />
        <SenderCheck message={message} />
      </Part>
      <Part title={t(message.result === 'matched' ? 'why.crossed' : 'why.not')}>
        <WhyItMatched message={message} />
      </Part>
    </>
  )
}

function Commands({ message }: { message: MessageDetail }) {
  const t = useWords('commands')
  const commands = useCommands(message.id)
  if (!commands.data) return commands.error ? <p className="text-sm text-ink-2">{t('unread')}</p> : null
  if (commands.data.items.length === 0) return null
  return (
    <Part title={t('title')}>
      <MessageCommands commands={commands.data.items} />
    </Part>
  )
}

function Replies({ message }: { message: MessageDetail }) {
  const t = useWords('answers')
  return (
    <Part title={t('title')}>
      <MessageReplies messageId={message.id} />
    </Part>
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

function MessageButtons({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const whole = useWords('whole')
  const again = message.deliveries.filter(maySendAgain)
  const isHeld = again.some(({ state }) => state === 'held')
  const from = message.from?.address
  const isKept = message.body !== null
  if (again.length === 0 && !from && !isKept) return null
  return (
    <div className="flex flex-wrap gap-2">
      {again.map(delivery => (
        <SendAgain key={delivery.id} delivery={delivery} isOnly={message.deliveries.length === 1} />
      ))}
      {isKept && (
        <LinkButton look="quiet" small to={`/forwarded-emails/${message.id}/whole`}>
          <FileText size={16} aria-hidden /> {whole('open')}
        </LinkButton>
      )}
      {from && (
        <LinkButton look="quiet" small to={`/filters/examples?message=${message.id}`}>
          <ListFilter size={16} aria-hidden /> {t('makeFilter')}
        </LinkButton>
      )}
      {isHeld && (
        <span className="self-center text-sm">
          <HelpLink to="/help/first-email#held">{t('held.guide')}</HelpLink>
        </span>
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
