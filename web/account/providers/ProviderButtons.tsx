// A button for each provider that the operator has set up.
import { useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { leaveFor } from './going.ts'
import { ProviderMark } from './ProviderMark.tsx'
import { sentenceOf } from './refused.ts'
import type { Trip } from './trip.ts'

interface ProviderButtonsProps {
  kind: Trip['deed']
  /** Where to go afterwards. */
  next: string
  /** Above the buttons, where they are one of several ways. */
  divided?: boolean
}

export function ProviderButtons({ kind, next, divided = false }: ProviderButtonsProps) {
  const t = useWords('oauth')
  const providers = useConfig()?.providers ?? []
  const [leaving, setLeaving] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  if (providers.length === 0) return null
  const leave = async (provider: string, label: string) => {
    setLeaving(provider)
    const refusal = await leaveFor({ deed: kind, provider, label, next })
    setRefused(refusal && t(sentenceOf(refusal)))
    if (refusal) setLeaving(null)
  }
  return (
    <div className="grid gap-3">
      {divided && (
        <p
          aria-hidden="true"
          className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
        >
          {t('or')}
        </p>
      )}
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          look="quiet"
          block={divided}
          className={divided ? '' : 'w-fit'}
          busy={leaving === name}
          disabled={leaving !== null}
          onClick={() => void leave(name, label)}
        >
          <ProviderMark name={name} />
          {t(kind === 'link' ? 'list.add' : 'with', { name: label })}
        </Button>
      ))}
    </div>
  )
}
