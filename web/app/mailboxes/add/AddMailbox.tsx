// Adds an email account: address, sign-in, what to read; the connection is tested before anything is saved.
import { useState } from 'react'
import type { Mailbox } from '../../../../core/api/mail.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useWords } from '../../../words/words.tsx'
import { useIssuer } from '../sign-in.ts'
import { AddressStep } from './AddressStep.tsx'
import { ClosedProvider } from './ClosedProvider.tsx'
import { SignInWith } from './ProviderSignInStep.tsx'
import { ReadStep } from './ReadStep.tsx'
import { SignInStep } from './SignInStep.tsx'
import type { FoundMailbox } from './useAddMailbox.ts'

interface AddMailboxProps {
  open: boolean
  /** An account whose sign-in has just been done elsewhere: only what is read of it is left to choose. */
  signedIn?: Mailbox | null
  onClose(): void
}

export function AddMailbox({ open, signedIn = null, onClose }: AddMailboxProps) {
  const t = useWords('accounts')
  const [added, setAdded] = useState(signedIn)
  const [wasOpen, setWasOpen] = useState(open)
  // It resets on opening, not on closing, so that its content does not change while it fades out.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setAdded(signedIn)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('add')} lead={added ? t('form.added', { address: added.address }) : t('form.lead')} wide>
      {added ? <ReadStep mailbox={added} isNew onDone={onClose} /> : <Steps onAdded={setAdded} onDone={onClose} />}
    </Dialog>
  )
}

function Steps({ onAdded, onDone }: { onAdded(mailbox: Mailbox): void; onDone(): void }) {
  const [address, setAddress] = useState('')
  const [found, setFound] = useState<FoundMailbox | null>(null)
  const [byPassword, setByPassword] = useState(false)
  const issuer = useIssuer(found?.discovered.provider ?? null)
  if (!found) return <AddressStep address={address} onType={setAddress} onFound={setFound} />
  const back = () => {
    setFound(null)
    setByPassword(false)
  }
  const { provider } = found.discovered
  const takesPassword = provider?.signIn.some(way => way !== 'oauth2') ?? true
  if (issuer && !byPassword)
    return (
      <SignInWith issuer={issuer} address={found.address} onPassword={takesPassword ? () => setByPassword(true) : null} onBack={back} />
    )
  const isClosed = provider && (provider.signIn.length === 0 || provider.signIn.every(way => way === 'oauth2'))
  if (isClosed) return <ClosedProvider provider={provider} onBack={back} onDone={onDone} />
  return <SignInStep found={found} onBack={back} onAdded={onAdded} />
}
