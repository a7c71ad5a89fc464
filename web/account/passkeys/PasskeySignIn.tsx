// The button that signs in with a passkey; meanwhile the browser suggests passkeys in the email field.
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import type { PasskeyOutcome } from '../factors/passkey.ts'
import { refusalKey } from '../refusal.ts'
import { offersPasskeys, signInWithPasskey, suggestPasskeys } from './sign-in-passkeys.ts'

export function PasskeySignIn() {
  const publicUrl = useConfig()?.publicUrl
  return publicUrl && offersPasskeys(publicUrl) ? <PasskeyButton /> : null
}

function PasskeyButton() {
  const t = useWords('account')
  const [outcome, setOutcome] = useState<PasskeyOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => (isBusy ? undefined : suggestPasskeys(setOutcome)), [isBusy])
  const signIn = async () => {
    setOutcome(null)
    setBusy(true)
    setOutcome(await signInWithPasskey())
    setBusy(false)
  }
  const errorKey =
    outcome === null || outcome === 'done' || outcome === 'left'
      ? null
      : typeof outcome === 'string'
        ? ('passkey.unable' as const)
        : refusalKey(outcome, 'passkeySignIn')
  return (
    <>
      <Button look="quiet" block busy={isBusy} onClick={() => void signIn()}>
        <KeyRound size={18} aria-hidden />
        {t('signIn.passkey')}
      </Button>
      {errorKey && (
        <Note kind="danger" alert>
          {t(errorKey)}
        </Note>
      )}
    </>
  )
}
