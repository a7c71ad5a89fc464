// Adds an email account: address, sign-in, what to read; the connection is tested before anything is saved.
import { useState } from 'react'
import type { Mailbox } from '../../../../core/api/mail.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useWords } from '../../../words/words.tsx'
import { useIssuer } from '../sign-in.ts'
import { AddressStep } from './AddressStep.tsx'
import { ClosedProvider } from './ClosedProvider.tsx'
import { FoldersStep } from './FoldersStep.tsx'
import { ProviderSignInStep } from './ProviderSignInStep.tsx'
import { SignInStep } from './SignInStep.tsx'
import type { FoundMailbox } from './useAddMailbox.ts'

interface AddMailboxProps {
  open: boolean
  /** An account that was just signed in to at its provider: the only choice left is what to read. */
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
      {added ? <FoldersStep mailbox={added} isNew onDone={onClose} /> : <Steps onAdded={setAdded} onDone={onClose} />}
    </Dialog>
  )
}

function Steps({ onAdded, onDone }: { onAdded(mailbox: Mailbox): void; onDone(): void }) {
  const [address, setAddress] = useState('')
  const [found, setFound] = useState<FoundMailbox | null>(null)
  const [usesPassword, setUsesPassword] = useState(false)
  const issuer = useIssuer(found?.discovered.provider ?? null)
  if (!found) return <AddressStep address={address} onType={setAddress} onFound={setFound} />
  const back = () => {
    setFound(null)
    setUsesPassword(false)
  }
  const { provider } = found.discovered
  const acceptsPassword = provider?.signIn.some(method => method !== 'oauth2') ?? true
  if (issuer && !usesPassword)
    return (
      <ProviderSignInStep
        issuer={issuer}
        address={found.address}
        onPassword={acceptsPassword ? () => setUsesPassword(true) : null}
        onBack={back}
      />
    )
  const isClosed = provider && (provider.signIn.length === 0 || provider.signIn.every(method => method === 'oauth2'))
  if (isClosed) return <ClosedProvider provider={provider} onBack={back} onDone={onDone} />
  return <SignInStep found={found} onBack={back} onAdded={onAdded} />
}
