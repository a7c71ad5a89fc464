// The sign-in step for a provider with OAuth.
import { LogIn } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Issuer, issuerNames, useSignIn } from '../sign-in.ts'

interface ProviderSignInProps {
  issuer: Issuer
  address: string
  /** Null if the provider accepts no passwords. */
  onPassword: (() => void) | null
  onBack(): void
}

export function ProviderSignInStep({ issuer, address, onPassword, onBack }: ProviderSignInProps) {
  const t = useWords('accounts')
  const explain = useExplain()
  const signIn = useSignIn()
  const name = issuerNames[issuer]
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('signIn.text', { address, name })}</p>
      {signIn.error && (
        <Note kind="danger" alert>
          {explain(signIn.error)}
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
        <Button busy={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate({ provider: issuer, address })}>
          <LogIn size={18} aria-hidden /> {t('signIn.deed', { name })}
        </Button>
      </DialogButtons>
    </div>
  )
}
