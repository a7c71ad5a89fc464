// Adding an inbox: its address, then how one signs in there; the connection is tested before anything is kept.
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useWords } from '../../words.tsx'
import { AddressStep } from './AddressStep.tsx'
import { ClosedProvider } from './ClosedProvider.tsx'
import type { Found } from './found.ts'
import { SignInStep } from './SignInStep.tsx'

export function AddMailbox({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  return (
    <Dialog open={open} onClose={onClose} title={t('add')} lead={t('form.lead')} wide>
      <Steps onDone={onClose} />
    </Dialog>
  )
}

function Steps({ onDone }: { onDone(): void }) {
  const [address, setAddress] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  if (!found) return <AddressStep address={address} onType={setAddress} onFound={setFound} />
  const back = () => setFound(null)
  const { provider } = found.discovered
  const isClosed = provider && (provider.signIn.length === 0 || provider.signIn.every(way => way === 'oauth2'))
  if (isClosed) return <ClosedProvider provider={provider} onBack={back} onDone={onDone} />
  return <SignInStep found={found} onBack={back} onDone={onDone} />
}
