// The step of an account whose provider has a sign-in page of its own.
import { LogIn } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { DialogDeeds } from '../../ui/DialogParts.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { type Issuer, issuerNames, useSignIn } from './sign-in.ts'

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
      <DialogDeeds>
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
      </DialogDeeds>
    </div>
  )
}
