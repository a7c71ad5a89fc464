// Signs in again with the provider of an account that has ended our access.
import { LogIn } from 'lucide-react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { issuerNames, issuerOf, useSignIn } from './sign-in.ts'

export function SignInAgain({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const begin = useSignIn()
  const provider = issuerOf(mailbox.provider)
  if (!provider) return null
  return (
    <>
      <Button
        block
        busy={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate({ provider, address: mailbox.address, mailboxId: mailbox.id })}
      >
        <LogIn size={18} aria-hidden /> {t('signIn.again', { name: issuerNames[provider] })}
      </Button>
      {begin.error && (
        <Note kind="danger" alert>
          {explain(begin.error)}
        </Note>
      )}
    </>
  )
}
