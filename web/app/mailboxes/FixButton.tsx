// The one thing to do about an e-mail account, as a button; nothing where nothing is to be done.
import { KeyRound, PlugZap, ShieldAlert } from 'lucide-react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { useWords } from '../../words.tsx'
import { fixOf } from './fix.ts'
import { SignInAgain } from './SignInAgain.tsx'
import type { Deeds } from './useDeeds.tsx'

export function FixButton({ mailbox, deeds }: { mailbox: Mailbox; deeds: Deeds }) {
  const t = useWords('accounts')
  switch (fixOf(mailbox)) {
    case 'resume':
      return (
        <Button look="quiet" block onClick={() => deeds.pause(false)}>
          {t('resume')}
        </Button>
      )
    case 'check':
      return (
        <Button look="quiet" block busy={deeds.check.isPending} onClick={() => deeds.check.mutate(mailbox)}>
          <PlugZap size={18} aria-hidden /> {t('tryNow')}
        </Button>
      )
    case 'sign_in':
      return <SignInAgain mailbox={mailbox} />
    case 'certificate':
      return (
        <Button block onClick={deeds.askCertificate}>
          <ShieldAlert size={18} aria-hidden /> {t('pin.look')}
        </Button>
      )
    case 'password':
      return (
        <Button block onClick={deeds.askPassword}>
          <KeyRound size={18} aria-hidden /> {t('password.new')}
        </Button>
      )
    case null:
      return null
  }
}
