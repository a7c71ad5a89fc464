// The person's second factors, each with a button that removes it.
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { callAuth } from '../auth/auth-calls.ts'
import { useNow } from '../now.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Confirm } from '../ui/overlays/Dialog.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { formatDay } from '../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import { isFactorKind } from './factors/kinds.ts'
import { refusalKey } from './refusal.ts'

export function FactorList({ factors }: { factors: readonly Factor[] }) {
  const t = useWords('account')
  const language = useLanguage()
  const now = useNow(60_000)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const kindName = ({ factor_type: type }: Factor) => (isFactorKind(type) ? t(`kind.${type}`) : '')
  const factorName = (factor: Factor | null) => factor?.friendly_name || t('factor.unnamed')
  const remove = async (factor: Factor) => {
    setBusy(true)
    const refusal = await removeFactor(factor.id)
    setBusy(false)
    setRemoving(null)
    setErrorText(refusal && t(refusalKey(refusal, 'factor')))
    if (!refusal) toast.success(t('factor.removed'))
  }
  if (factors.length === 0) return null
  return (
    <>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      <ul className="card card-flush" aria-label={t('factor.list')}>
        {factors.map(factor => (
          <li key={factor.id} className="flex items-center justify-between gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
            <span className="min-w-0">
              <b className="block truncate">{factorName(factor)}</b>
              <span className="text-sm text-ink-2">
                {t('factor.since', { kind: kindName(factor), day: formatDay(new Date(factor.created_at), now, language) })}
              </span>
            </span>
            <Button
              look="quiet"
              small
              onClick={() => setRemoving(factor)}
              aria-label={t('factor.removeNamed', { name: factorName(factor) })}
            >
              {t('factor.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('factor.removeTitle', { name: factorName(removing) })}
        action={t('factor.remove')}
        busy={isBusy}
        onConfirm={() => removing && void remove(removing)}
      >
        <p>{t(factors.length === 1 ? 'factor.removeLast' : 'factor.removeText')}</p>
      </Confirm>
    </>
  )
}

/** Removing a factor lowers the session to one factor; only a new token reflects that. */
const removeFactor = (factorId: string) =>
  callAuth(async client => {
    const { error } = await client.auth.mfa.unenroll({ factorId })
    return error ? { error } : client.auth.refreshSession()
  })
