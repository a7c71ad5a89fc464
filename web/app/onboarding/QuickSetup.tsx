// Onboarding, step one: a Mailferry address with one click, or the person's own email account.
import { AtSign, Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { HelpLink } from '../../ui/text/HelpLink.tsx'
import { useWords } from '../../words/words.tsx'
import { useAddMailbox, useMailboxes } from '../queries/mailboxes.ts'
import { useRefreshOnboarding } from './onboarding.ts'
import { DoneCard, StepPage } from './StepPage.tsx'

export function QuickSetup() {
  const t = useWords('onboarding')
  const mailboxes = useMailboxes().data?.items
  const hasAddress = mailboxes?.some(mailbox => mailbox.kind === 'address') ?? false
  return (
    <StepPage step="mailbox" title={t('quick.title')} lead={t('quick.lead')} help={{ to: '/help/email-setup', word: t('email.guide') }}>
      {!mailboxes && <SkeletonCard />}
      {mailboxes && mailboxes.length > 0 && <HasMailbox mailboxes={mailboxes} />}
      {mailboxes && (
        <div className={cx('grid grid-cols-1 gap-(--gap)', !hasAddress && 'md:grid-cols-2')}>
          {!hasAddress && (
            <OptionCard icon={AtSign} title={t('quick.ours')} text={t('quick.oursText')}>
              <GetAddressButton look={mailboxes.length === 0 ? 'primary' : 'quiet'} />
            </OptionCard>
          )}
          <OptionCard icon={Inbox} title={t('quick.own')} text={t('quick.ownText')}>
            <LinkButton to="/email-setup" look="quiet">
              {t('quick.connect')}
            </LinkButton>
          </OptionCard>
        </div>
      )}
    </StepPage>
  )
}

function OptionCard({ icon: Icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="flex items-center gap-3 text-lg">
        <span aria-hidden="true" className="grid size-10 flex-none place-items-center rounded-hull bg-water text-ink">
          <Icon size={20} />
        </span>
        {title}
      </h2>
      <p className="text-ink-2">{text}</p>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}

/** Adds a Mailferry address with one click. */
export function GetAddressButton({ look }: { look: 'primary' | 'quiet' }) {
  const t = useWords('onboarding')
  const explain = useExplain()
  const add = useAddMailbox()
  const refresh = useRefreshOnboarding()
  return (
    <div className="grid justify-items-start gap-3">
      {add.error && (
        <Note kind="danger" alert>
          {explain(add.error)}
        </Note>
      )}
      <Button look={look} busy={add.isPending} onClick={() => add.mutate({ kind: 'address' }, { onSuccess: refresh })}>
        {t('quick.get')}
      </Button>
    </div>
  )
}

function HasMailbox({ mailboxes }: { mailboxes: readonly Mailbox[] }) {
  const t = useWords('onboarding')
  const address = mailboxes.find(mailbox => mailbox.kind === 'address')
  return (
    <DoneCard title={t('quick.has', { n: mailboxes.length })}>
      <p className="max-w-[62ch] text-ink-2">{t('quick.hasText')}</p>
      {address && (
        <>
          <p className="text-sm text-ink-2">{t('quick.yours')}</p>
          <p className="flex flex-wrap items-center gap-3">
            <b className="font-mono">
              <Address address={address.address} />
            </b>
            <CopyButton text={address.address} />
          </p>
          <p className="text-sm">
            <HelpLink to="/help/email-setup#forward">{t('quick.guide')}</HelpLink>
          </p>
        </>
      )}
    </DoneCard>
  )
}
