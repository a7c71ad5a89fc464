// One sign-in button for each provider that the operator has set up.
import { useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import type { OAuthAttempt } from './oauth-attempt.ts'
import { startOAuth } from './oauth-redirect.ts'
import { oauthRefusalKey } from './oauth-refusal.ts'
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
  const [redirectingTo, setRedirectingTo] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  if (providers.length === 0) return null
  const redirect = async (provider: string, label: string) => {
    setRedirectingTo(provider)
    const refusal = await startOAuth({ purpose: kind, provider, label, next })
    setErrorText(refusal && t(oauthRefusalKey(refusal)))
    if (refusal) setRedirectingTo(null)
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
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          look="quiet"
          block={divided}
          className={divided ? '' : 'w-fit'}
          busy={redirectingTo === name}
          disabled={redirectingTo !== null}
          onClick={() => void redirect(name, label)}
        >
          <ProviderMark name={name} />
          {t(kind === 'link' ? 'list.add' : 'with', { name: label })}
        </Button>
      ))}
    </div>
  )
}
