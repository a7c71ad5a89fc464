// The full story of an email: actions, deliveries, its text, and the explanation.
import { FileText, ListFilter, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { HelpLink } from '../../../ui/text/HelpLink.tsx'
import { SenderStatus } from '../../../web-view/SenderCheck.tsx'
import { useWebViewLinks, WebViewLinks } from '../../../web-view/WebViewLinks.tsx'
import { useWords } from '../../../words/words.tsx'
import { useSendAgain } from '../../queries/messages.ts'
import { Attempts } from './Attempts.tsx'
import { DeliveryRoute } from './DeliveryRoute.tsx'
import { EscalationSteps } from './EscalationSteps.tsx'
import { FailedFiles } from './FailedFiles.tsx'
import { MailboxActionList } from './MailboxActionList.tsx'
import { MessageCommands, useCommands } from './MessageCommands.tsx'
import { MessageReplies } from './MessageReplies.tsx'
import { OnPhonePreview } from './OnPhonePreview.tsx'
import { canSendAgain } from './route-stops.ts'
import { WhatArrived } from './WhatArrived.tsx'
import { WhyItMatched } from './WhyItMatched.tsx'

export function MessageStory({ message, now }: { message: MessageDetail; now: Date }) {
  const t = useWords('forwarded')
  const webView = useWords('whole')
  const links = useWebViewLinks(message.id)
  // Actions requested by phone are listed among its commands.
  const actions = message.mailboxActions.filter(action => action.by !== 'phone')
  return (
    <>
      <MessageButtons message={message} />
      <Section title={t('crossing')}>
        <DeliveryRoutes message={message} now={now} />
        <FailedFiles files={message.failedFiles} />
        {message.calls.map(call => (
          <EscalationSteps key={call.steps.map(step => step.destinationId).join()} call={call} now={now} />
        ))}
      </Section>
      {actions.length > 0 && (
        <Section title={t('deeds')}>
          <MailboxActionList actions={actions} />
        </Section>
      )}
      {message.deliveries.length > 0 && (
        <Section title={t('onPhone')}>
          <OnPhonePreview message={message} />
        </Section>
      )}
      {links && links.length > 0 && (
        <Section title={webView('links')}>
          <WebViewLinks id={message.id} links={links} now={now} />
        </Section>
      )}
      <Commands message={message} />
      <Replies message={message} />
      <Section title={t('arrived')}>
        <WhatArrived message={message} isCollapsed={message.deliveries.length > 0} />
        <SenderStatus message={message} />
      </Section>
      <Section title={t(message.result === 'matched' ? 'why.crossed' : 'why.not')}>
        <WhyItMatched message={message} />
      </Section>
    </>
  )
}

function Commands({ message }: { message: MessageDetail }) {
  const t = useWords('commands')
  const commands = useCommands(message.id)
  if (!commands.data) return commands.error ? <p className="text-sm text-ink-2">{t('unread')}</p> : null
  if (commands.data.items.length === 0) return null
  return (
    <Section title={t('title')}>
      <MessageCommands commands={commands.data.items} />
    </Section>
  )
}

function Replies({ message }: { message: MessageDetail }) {
  const t = useWords('answers')
  return (
    <Section title={t('title')}>
      <MessageReplies messageId={message.id} />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-sm tracking-normal text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

function MessageButtons({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const webView = useWords('whole')
  const resendable = message.deliveries.filter(canSendAgain)
  const isHeld = resendable.some(({ state }) => state === 'held')
  const from = message.from?.address
  const isStored = message.body !== null
  if (resendable.length === 0 && !from && !isStored) return null
  return (
    <div className="flex flex-wrap gap-2">
      {resendable.map(delivery => (
        <SendAgain key={delivery.id} delivery={delivery} isOnly={message.deliveries.length === 1} />
      ))}
      {isStored && (
        <LinkButton look="quiet" small to={`/forwarded-emails/${message.id}/whole`}>
          <FileText size={16} aria-hidden /> {webView('open')}
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
  const resend = useSendAgain()
  const key = delivery.state === 'held' ? 'now' : 'again'
  const sendAgain = () =>
    resend.mutate(delivery.id, {
      onSuccess: () => toast.success(t(`${key}.done`)),
      onError: error => toast.error(explain(error)),
    })
  return (
    <Button look="quiet" small busy={resend.isPending} onClick={sendAgain}>
      <RefreshCw size={16} aria-hidden />
      {isOnly ? t(key) : t(`${key}.to`, { name: delivery.destinationName || t('phone.none') })}
    </Button>
  )
}

function DeliveryRoutes({ message, now }: { message: MessageDetail; now: Date }) {
  const t = useWords('forwarded')
  const { deliveries } = message
  const [only] = deliveries
  if (deliveries.length < 2)
    return (
      <>
        <DeliveryRoute message={message} delivery={only ?? null} now={now} label={t('crossing')} />
        {only && <Attempts delivery={only} />}
      </>
    )
  return deliveries.map(delivery => {
    const label = t('crossing.to', { name: delivery.destinationName || t('phone.none') })
    return (
      <div key={delivery.id} className="mt-1 grid gap-2">
        <h4 className="font-strong">{label}</h4>
        <DeliveryRoute message={message} delivery={delivery} now={now} label={label} />
        <Attempts delivery={delivery} />
      </div>
    )
  })
}
