// The button that fixes an email account's problem, if it has one.
import { KeyRound, LogIn, PlugZap, ShieldAlert } from 'lucide-react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { findFix } from './mailbox-fix.ts'
import { findIssuer, issuerNames, useSignIn } from './sign-in.ts'
import type { MailboxActions } from './useMailboxActions.tsx'

export function FixButton({ mailbox, actions }: { mailbox: Mailbox; actions: MailboxActions }) {
  const t = useWords('accounts')
  switch (findFix(mailbox)) {
    case 'resume':
      return (
        <Button look="quiet" block onClick={() => actions.pause(false)}>
          {t('resume')}
        </Button>
      )
    case 'check':
      return (
        <Button look="quiet" block busy={actions.check.isPending} onClick={() => actions.check.mutate(mailbox)}>
          <PlugZap size={18} aria-hidden /> {t('tryNow')}
        </Button>
      )
    case 'sign_in':
      return <SignInAgain mailbox={mailbox} />
    case 'certificate':
      return (
        <Button block onClick={actions.openCertificate}>
          <ShieldAlert size={18} aria-hidden /> {t('pin.look')}
        </Button>
      )
    case 'password':
      return (
        <Button block onClick={actions.openPassword}>
          <KeyRound size={18} aria-hidden /> {t('password.new')}
        </Button>
      )
    case null:
      return null
  }
}

/** It receives, but replies need another permission of its provider. */
export function AllowReplies({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  // Where the sign-in is broken anyway, signing in again is asked for already.
  if (!mailbox.mustAllowReplies || findFix(mailbox) === 'sign_in') return null
  return (
    <>
      <Note kind="info">{t('allowReplies')}</Note>
      <SignInAgain mailbox={mailbox} />
    </>
  )
}

function SignInAgain({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const signIn = useSignIn()
  const provider = findIssuer(mailbox.provider)
  if (!provider) return null
  return (
    <>
      <Button
        block
        busy={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate({ provider, address: mailbox.address, mailboxId: mailbox.id })}
      >
        <LogIn size={18} aria-hidden /> {t('signIn.again', { name: issuerNames[provider] })}
      </Button>
      {signIn.error && (
        <Note kind="danger" alert>
          {explain(signIn.error)}
        </Note>
      )}
    </>
  )
}
