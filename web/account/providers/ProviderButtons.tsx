// One sign-in button for each provider that the operator has set up.
import { useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import type { OAuthAttempt } from './oauth-attempt.ts'
import { startOAuth } from './oauth-redirect.ts'
import { sentenceOf } from './oauth-refusal.ts'
import { ProviderMark } from './ProviderMark.tsx'

interface ProviderButtonsProps {
  kind: OAuthAttempt['purpose']
  /** Where to go afterwards. */
  next: string
  /** A divider above the buttons, where they are one of several methods. */
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
    const refusal = await startOAuth({ purpose: kind, provider, label, next })
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
