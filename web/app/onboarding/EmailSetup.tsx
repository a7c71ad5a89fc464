// Onboarding, step one: adds the person's own email account, tested before it is saved.
import { useState } from 'react'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { useWords } from '../../words/words.tsx'
import { AddMailbox } from '../mailboxes/add/AddMailbox.tsx'
import { useMailboxes } from '../queries/mailboxes.ts'
import { useLookAgain } from './onboarding.ts'
import { DoneCard, StepPage } from './StepPage.tsx'

const needs = ['address', 'app', 'nothing'] as const

export function EmailSetup() {
  const t = useWords('onboarding')
  const mailboxes = useMailboxes().data?.items ?? []
  const own = mailboxes.filter(mailbox => mailbox.kind === 'imap')
  const [isOpen, setOpen] = useState(false)
  const lookAgain = useLookAgain()
  const close = () => {
    setOpen(false)
    lookAgain()
  }
  return (
    <StepPage step="mailbox" title={t('email.title')} lead={t('email.lead')} help={{ to: '/help/email-setup', word: t('email.guide') }}>
      {own.length > 0 && (
        <DoneCard title={t('quick.has', { n: own.length })}>
          <p className="max-w-[62ch] text-ink-2">{t('quick.hasText')}</p>
          <ul>
            {own.map(mailbox => (
              <li key={mailbox.id}>
                <Address of={mailbox.address} />
              </li>
            ))}
          </ul>
        </DoneCard>
      )}
      <Card>
        <h2>{t('email.before')}</h2>
        <ul className="grid list-disc gap-2 ps-5 text-ink-2">
          {needs.map(need => (
            <li key={need}>{t(`email.needs.${need}`)}</li>
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
