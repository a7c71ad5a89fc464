// The second factors that a person has set up, each with the way to remove it.
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { askAuth } from '../auth/asking.ts'
import { useNow } from '../now.ts'
import { dayText } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { useLanguage, useWords } from '../words.tsx'
import { isKind } from './factors/kinds.ts'
import { refusalKey } from './refusal.ts'

export function FactorList({ factors }: { factors: readonly Factor[] }) {
  const t = useWords('account')
  const language = useLanguage()
  const now = useNow(60_000)
  const [leaving, setLeaving] = useState<Factor | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const kindOf = ({ factor_type: type }: Factor) => (isKind(type) ? t(`kind.${type}`) : '')
  const nameOf = (factor: Factor | null) => factor?.friendly_name || t('factor.unnamed')
  const remove = async (factor: Factor) => {
    setBusy(true)
    const refusal = await removeFactor(factor.id)
    setBusy(false)
    setLeaving(null)
    setRefused(refusal && t(refusalKey(refusal, 'factor')))
    if (!refusal) toast.success(t('factor.removed'))
  }
  if (factors.length === 0) return null
  return (
    <>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      <ul className="card card-flush" aria-label={t('factor.list')}>
        {factors.map(factor => (
          <li key={factor.id} className="flex items-center justify-between gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
            <span className="min-w-0">
              <b className="block truncate">{nameOf(factor)}</b>
              <span className="text-sm text-ink-2">
                {t('factor.since', { kind: kindOf(factor), day: dayText(new Date(factor.created_at), now, language) })}
              </span>
            </span>
            <Button look="quiet" small onClick={() => setLeaving(factor)} aria-label={t('factor.removeNamed', { name: nameOf(factor) })}>
              {t('factor.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('factor.removeTitle', { name: nameOf(leaving) })}
        deed={t('factor.remove')}
        busy={isBusy}
        onDeed={() => leaving && void remove(leaving)}
      >
        <p>{t(factors.length === 1 ? 'factor.removeLast' : 'factor.removeText')}</p>
      </Confirm>
    </>
  )
}

/** The session falls back to one factor, which only a new token says. */
const removeFactor = (factorId: string) =>
  askAuth(async client => {
    const { error } = await client.auth.mfa.unenroll({ factorId })
    return error ? { error } : client.auth.refreshSession()
  })
