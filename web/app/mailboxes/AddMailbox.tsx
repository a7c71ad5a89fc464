// Adding an inbox: its address, then how one signs in there, then what is read; the connection is tested before anything is kept.
import { useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useWords } from '../../words.tsx'
import { AddressStep } from './AddressStep.tsx'
import { ClosedProvider } from './ClosedProvider.tsx'
import type { Found } from './found.ts'
import { ReadStep } from './ReadStep.tsx'
import { SignInStep } from './SignInStep.tsx'
import { SignInWith } from './SignInWith.tsx'
import { useIssuer } from './sign-in.ts'

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
  // It begins anew when it is opened, not when it is closed: until it has gone, it shows what it showed.
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
  const [found, setFound] = useState<Found | null>(null)
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
