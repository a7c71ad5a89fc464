// The sign-in methods linked to the account: all but the last can be removed, and providers can be added.
import type { UserIdentity } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod/mini'
import { callAuth } from '../../auth/auth-calls.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useNow } from '../../now.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { formatDay } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { OAuthResult } from './oauth-redirect.ts'
import { ProviderButtons } from './ProviderButtons.tsx'
import { ProviderMark } from './ProviderMark.tsx'

const State = z.object({ result: OAuthResult })
const Data = z.catch(z.object({ email: z.optional(z.string()), phone: z.optional(z.string()) }), {})

export function Identities() {
  const t = useWords('oauth')
  const { user } = useAuth()
  const providerName = useProviderName()
  const [removing, setRemoving] = useState<UserIdentity | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  useAddedToast()
  const identities = user?.identities ?? []
  return (
    <Card className="lg:col-span-2">
      <h2>{t('list.title')}</h2>
      <p className="text-ink-2">{t('list.text')}</p>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      <ul className="-mx-(--pad)" aria-label={t('list.label')}>
        {identities.map(identity => (
          <IdentityRow
            key={identity.identity_id}
            identity={identity}
            name={providerName(identity.provider)}
            isOnly={identities.length === 1}
            onRemove={() => setRemoving(identity)}
          />
        ))}
      </ul>
      <ProviderButtons kind="link" next="/profile" />
      {removing && (
        <ConfirmRemoving
          identity={removing}
          name={providerName(removing.provider)}
          onClose={() => setRemoving(null)}
          onError={setErrorText}
        />
      )}
    </Card>
  )
}

function useProviderName(): (provider: string) => string {
  const t = useWords('oauth')
  const config = useConfig()
  return provider => {
    if (provider === 'email') return t('list.email')
    if (provider === 'phone') return t('list.phone')
    return config?.providers.find(candidate => candidate.name === provider)?.label ?? provider
  }
}

/** Shows once that the provider was added. */
function useAddedToast(): void {
  const t = useWords('oauth')
  const label = State.safeParse(useLocation().state).data?.result.label
  useEffect(() => {
    if (!label) return
    toast.success(t('list.added', { name: label }))
    history.replaceState({ ...history.state, usr: null }, '')
  }, [label, t])
}

interface IdentityRowProps {
  identity: UserIdentity
  name: string
  isOnly: boolean
  onRemove(): void
}

function IdentityRow({ identity, name, isOnly, onRemove }: IdentityRowProps) {
  const t = useWords('oauth')
  const language = useLanguage()
  const now = useNow(60_000)
  const { email, phone } = Data.parse(identity.identity_data)
  const since = identity.created_at && t('list.since', { day: formatDay(new Date(identity.created_at), now, language) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
      <span className="flex min-w-0 items-center gap-3">
        <ProviderMark name={identity.provider} size={20} />
        <span className="min-w-0">
          <b className="block truncate">{name}</b>
          <span className="block text-sm wrap-anywhere text-ink-2">{[email ?? phone, since].filter(Boolean).join(' · ')}</span>
        </span>
      </span>
      <Button
        look="quiet"
        small
        onClick={onRemove}
        disabledReason={isOnly ? t('list.only') : undefined}
        aria-label={t('list.removeNamed', { name })}
      >
        {t('list.remove')}
      </Button>
    </li>
  )
}

interface ConfirmRemovingProps {
  identity: UserIdentity
  name: string
  onClose(): void
  onError(sentence: string | null): void
}

function ConfirmRemoving({ identity, name, onClose, onError }: ConfirmRemovingProps) {
  const t = useWords('oauth')
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const refusal = await unlink(identity)
    onError(refusal && t(refusal.code === 'email_conflict_identity_not_deletable' ? 'list.conflict' : 'list.refused'))
    if (!refusal) toast.success(t('list.removed'))
    onClose()
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('list.removeTitle', { name })}
      action={t('list.remove')}
      busy={isBusy}
      onConfirm={() => void remove()}
    >
      <p>{t(identity.provider === 'email' ? 'list.removeEmail' : 'list.removeText')}</p>
    </Confirm>
  )
}

/** Refreshes the session, because only the next token has the remaining identities. */
const unlink = (identity: UserIdentity) =>
  callAuth(async client => {
    const { error } = await client.auth.unlinkIdentity(identity)
    return error ? { error } : client.auth.refreshSession()
  })
