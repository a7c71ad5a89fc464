// Onboarding, last step: sends a test email and shows it arriving on the phone.
import { ExternalLink, Send } from 'lucide-react'
import { useState } from 'react'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { useNow } from '../../now.ts'
import { Button, buttonClass, LinkButton } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { DeliveryRoute } from '../messages/detail/DeliveryRoute.tsx'
import { OnPhonePreview } from '../messages/detail/OnPhonePreview.tsx'
import { useMessage, usePublicConfig } from '../queries/messages.ts'
import { useOnboarding, useSendTestEmail } from './onboarding.ts'
import { GetAddressButton } from './QuickSetup.tsx'
import { DoneCard, StepPage } from './StepPage.tsx'
import { stepPaths } from './steps.ts'

export function TestEmail() {
  const t = useWords('onboarding')
  const onboarding = useOnboarding().data
  const [sentId, setSentId] = useState<string | null>(null)
  const address = onboarding?.address
  const lead = address ? (
    <Rich text={t('test.lead')} tags={{ address: () => <Address address={address} unbroken /> }} />
  ) : (
    t('test.leadNone')
  )
  return (
    <StepPage step="delivered" title={t('test.title')} lead={lead} help={{ to: '/help/first-email', word: t('test.guide') }}>
      {onboarding?.done.delivered && !sentId && (
        <DoneCard title={t('test.has')}>
          <p className="max-w-[62ch] text-ink-2">{t('test.hasText')}</p>
        </DoneCard>
      )}
      {!onboarding && <SkeletonCard />}
      {onboarding && <SendTestEmail onboarding={onboarding} isAgain={sentId !== null || onboarding.done.delivered} onSent={setSentId} />}
      {sentId && <TestEmailProgress key={sentId} id={sentId} />}
    </StepPage>
  )
}

interface SendTestEmailProps {
  onboarding: Onboarding
  isAgain: boolean
  onSent(id: string): void
}

function SendTestEmail({ onboarding: { done, address }, isAgain, onSent }: SendTestEmailProps) {
  const t = useWords('onboarding')
  const explain = useExplain()
  const send = useSendTestEmail()
  const isSandbox = usePublicConfig()?.standIns.includes('whatsapp') ?? false
  if (address === null)
    return (
      <Card>
        <p>{t('test.lacks.address')}</p>
        <GetAddressButton look="primary" />
      </Card>
    )
  if (!done.phone || !done.filter) return <MissingStep step={done.phone ? 'filter' : 'phone'} />
  return (
    <Card>
      {send.error && (
        <Note kind="danger" alert>
          {explain(send.error)}
        </Note>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look={isAgain ? 'quiet' : 'primary'}
          busy={send.isPending}
          onClick={() => send.mutate(undefined, { onSuccess: ({ messageId }) => onSent(messageId) })}
        >
          <Send size={18} aria-hidden /> {t(isAgain ? 'test.again' : 'test.send')}
        </Button>
        {isSandbox && (
          <a href="/sandbox/phone" target="_blank" rel="noreferrer" className={buttonClass({ look: 'quiet' })}>
            <ExternalLink size={18} aria-hidden /> {t('test.open')}
          </a>
        )}
      </div>
      <p className="max-w-[62ch] text-sm text-ink-2">
        {isSandbox && t('test.openText')} {t('test.own')}
      </p>
    </Card>
  )
}

/** No email can be forwarded before this step is done. */
function MissingStep({ step }: { step: 'phone' | 'filter' }) {
  const t = useWords('onboarding')
  return (
    <Card>
      <p>{t(`test.lacks.${step}`)}</p>
      <LinkButton to={stepPaths[step]} className="w-fit">
        {t(step === 'phone' ? 'whatsapp.title' : 'filter.title')}
      </LinkButton>
    </Card>
  )
}

const arrivedStates = ['delivered', 'read']
const failedStates = ['failed', 'cancelled', 'expired']

/** The progress of the test email. */
function TestEmailProgress({ id }: { id: string }) {
  const t = useWords('onboarding')
  const now = useNow()
  const explain = useExplain()
  const { data: message, error } = useMessage(id)
  if (error && !message)
    return (
      <Note kind="danger" alert>
        {explain(error)}
      </Note>
    )
  if (!message) return <SkeletonCard />
  const [delivery] = message.deliveries
  const state = delivery?.state ?? ''
  return (
    <>
      {arrivedStates.includes(state) ? (
        <DoneCard title={t('test.arrived')}>
          <p className="max-w-[62ch] text-ink-2">{t('test.arrivedText')}</p>
        </DoneCard>
      ) : (
        <p role="status">{t(failedStates.includes(state) || !delivery ? 'test.lost' : 'test.waiting')}</p>
      )}
      <div className="grid grid-cols-1 gap-(--gap) md:grid-cols-2">
        <Card>
          <h2>{t('test.way')}</h2>
          <DeliveryRoute message={message} delivery={delivery ?? null} now={now} label={t('test.way')} />
        </Card>
        <Card>
          <h2>{t('test.phone')}</h2>
          <OnPhonePreview message={message} />
        </Card>
      </div>
    </>
  )
}
