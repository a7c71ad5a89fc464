// The passkeys that sign in without a password: the person adds and removes them here.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { callAuth } from '../../auth/auth-calls.ts'
import { openAuthClient } from '../../auth/client.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { formatDay } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { passkeyObstacle } from '../factors/passkey.ts'
import { refusalKey } from '../refusal.ts'
import { addPasskey, offersPasskeys } from './sign-in-passkeys.ts'

interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

const passkeysKey = ['passkeys']

async function listPasskeys(): Promise<Passkey[]> {
  const { client } = await openAuthClient()
  const { data, error } = await client.auth.passkey.list()
  if (error) throw error
  return data
}

export function PasskeysCard() {
  const publicUrl = useConfig()?.publicUrl
  if (!publicUrl || (!offersPasskeys(publicUrl) && passkeyObstacle(publicUrl) === null)) return null
  return <Passkeys publicUrl={publicUrl} />
}

function Passkeys({ publicUrl }: { publicUrl: string }) {
  const t = useWords('profile')
  const account = useWords('account')
  const explain = useExplain()
  const client = useQueryClient()
  const passkeys = useQuery({ queryKey: passkeysKey, queryFn: listPasskeys })
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const obstacle = passkeyObstacle(publicUrl)
  const refresh = () => client.invalidateQueries({ queryKey: passkeysKey })
  const add = async () => {
    setErrorText(null)
    setBusy(true)
    const outcome = await addPasskey()
    setBusy(false)
    if (outcome === 'known' || outcome === 'unable') setErrorText(account(`passkey.${outcome}`))
    else if (typeof outcome !== 'string') setErrorText(account(refusalKey(outcome, 'passkey')))
    else if (outcome === 'done') toast.success(t('passkeys.added'))
    await refresh()
  }
  const remove = async ({ id }: Passkey) => {
    setBusy(true)
    const refusal = await callAuth(({ auth }) => auth.passkey.delete({ passkeyId: id }))
    setBusy(false)
    setRemoving(null)
    setErrorText(refusal && account(refusalKey(refusal, 'profile')))
    if (!refusal) toast.success(t('passkeys.removed'))
    await refresh()
  }
  const nameOf = (passkey: Passkey | null) => passkey?.friendly_name ?? t('passkeys.unnamed')
  return (
    <Card className="lg:col-span-2">
      <h2>{t('passkeys.title')}</h2>
      <p className="text-ink-2">{t('passkeys.text')}</p>
      {(errorText ?? passkeys.error) && (
        <Note kind="danger" alert>
          {errorText ?? explain(passkeys.error)}
        </Note>
      )}
      {passkeys.isPending && <SkeletonRows rows={1} />}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="-mx-(--pad)" aria-label={t('passkeys.title')}>
          {passkeys.data.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} name={nameOf(passkey)} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {obstacle ? (
        <Note kind="warn">{account(`passkey.${obstacle}`, { url: publicUrl })}</Note>
      ) : (
        <Button look="quiet" className="w-fit" busy={isBusy && !removing} onClick={() => void add()}>
          {t('passkeys.add')}
        </Button>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('passkeys.removeTitle', { name: nameOf(removing) })}
        action={t('passkeys.remove')}
        busy={isBusy}
        onConfirm={() => removing && void remove(removing)}
      >
        <p>{t('passkeys.removeText')}</p>
      </Confirm>
    </Card>
  )
}

function PasskeyRow({ passkey, name, onRemove }: { passkey: Passkey; name: string; onRemove(): void }) {
  const t = useWords('profile')
  const language = useLanguage()
  const now = useNow(60_000)
  const day = (at: string) => formatDay(new Date(at), now, language)
  return (
    <li className="flex items-center gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
      <KeyRound size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <b className="block truncate">{name}</b>
        <span className="text-sm text-ink-2">
          {passkey.last_used_at
            ? t('passkeys.used', { day: day(passkey.created_at), used: day(passkey.last_used_at) })
            : t('passkeys.since', { day: day(passkey.created_at) })}
        </span>
      </span>
      <Button look="quiet" small onClick={onRemove} aria-label={t('passkeys.removeNamed', { name })}>
        {t('passkeys.remove')}
      </Button>
    </li>
  )
}
