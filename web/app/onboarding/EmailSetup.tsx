// Onboarding, step one: adds the person's own email account, tested before it is saved.
import { useState } from 'react'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { useWords } from '../../words/words.tsx'
import { AddMailbox } from '../mailboxes/add/AddMailbox.tsx'
import { useMailboxes } from '../queries/mailboxes.ts'
import { useRefreshOnboarding } from './onboarding.ts'
import { DoneCard, StepPage } from './StepPage.tsx'

const requirements = ['address', 'app', 'nothing'] as const

export function EmailSetup() {
  const t = useWords('onboarding')
  const mailboxes = useMailboxes().data?.items ?? []
  const imapMailboxes = mailboxes.filter(mailbox => mailbox.kind === 'imap')
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefreshOnboarding()
  const close = () => {
    setOpen(false)
    refresh()
  }
  return (
    <StepPage step="mailbox" title={t('email.title')} lead={t('email.lead')} help={{ to: '/help/email-setup', word: t('email.guide') }}>
      {imapMailboxes.length > 0 && (
        <DoneCard title={t('quick.has', { n: imapMailboxes.length })}>
          <p className="max-w-[62ch] text-ink-2">{t('quick.hasText')}</p>
          <ul>
            {imapMailboxes.map(mailbox => (
              <li key={mailbox.id}>
                <Address address={mailbox.address} />
              </li>
            ))}
          </ul>
        </DoneCard>
      )}
      <Card>
        <h2>{t('email.before')}</h2>
        <ul className="grid list-disc gap-2 ps-5 text-ink-2">
          {requirements.map(requirement => (
            <li key={requirement}>{t(`email.needs.${requirement}`)}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button look={mailboxes.length > 0 ? 'quiet' : 'primary'} onClick={() => setOpen(true)}>
            {t('email.open')}
          </Button>
          <LinkButton to="/quick-setup" look="bare" className="max-sm:-ms-3">
            {t('email.other')}
          </LinkButton>
        </div>
      </Card>
      <AddMailbox open={isOpen} onClose={close} />
    </StepPage>
  )
}
