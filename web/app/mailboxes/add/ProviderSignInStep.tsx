// The sign-in step for a provider with OAuth.
import { LogIn } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Issuer, issuerNames, useSignIn } from '../sign-in.ts'

interface SignInWithProps {
  issuer: Issuer
  address: string
  /** Where a password works too. */
  onPassword: (() => void) | null
  onBack(): void
}

export function SignInWith({ issuer, address, onPassword, onBack }: SignInWithProps) {
  const t = useWords('accounts')
  const explain = useExplain()
  const begin = useSignIn()
  const name = issuerNames[issuer]
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('signIn.text', { address, name })}</p>
      {begin.error && (
        <Note kind="danger" alert>
          {explain(begin.error)}
        </Note>
      )}
      <DialogButtons>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        {onPassword && (
          <Button look="quiet" onClick={onPassword}>
            {t('signIn.password')}
          </Button>
        )}
        <Button busy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate({ provider: issuer, address })}>
          <LogIn size={18} aria-hidden /> {t('signIn.deed', { name })}
        </Button>
      </DialogButtons>
    </div>
  )
}
