// The page a provider redirects back to: continues automatically, or explains what went wrong.
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import type { AuthRefusal } from '../../session/session.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { nextPath } from '../next-path.ts'
import { readAttempt } from './oauth-attempt.ts'
import { finishOAuth, type OAuthReturn } from './oauth-redirect.ts'
import { oauthRefusalKey, readRefusal } from './oauth-refusal.ts'

export function OAuthCallback() {
  const t = useWords('oauth')
  const { search } = useLocation()
  const [callback] = useState(() => readCallback(search))
  const [attempt] = useState(readAttempt)
  const returned = useOAuthReturn(callback.code)
  if (returned && 'result' in returned) return <Navigate to={nextPath(returned.attempt.next)} state={{ result: returned.result }} replace />
  const refusal = callback.refusal ?? (returned && returned.refusal)
  if (refusal) return <FailedSignIn message={t(oauthRefusalKey(refusal))} isLinking={attempt?.purpose === 'link'} />
  if (callback.code)
    return (
      <>
        <PageHeader title={t(attempt?.purpose === 'link' ? 'back.linking' : 'back.title')} />
        <Spinner label={t('back.wait')} />
      </>
    )
  return <FailedSignIn message={t('refused.empty')} isLinking={false} />
}

interface CallbackResult {
  code: string | null
  refusal: AuthRefusal | null
}

const readCallback = (search: string): CallbackResult => ({
  code: new URLSearchParams(search).get('code'),
  refusal: readRefusal(search, location.hash),
})

function useOAuthReturn(code: string | null): OAuthReturn | null {
  const [returned, setReturned] = useState<OAuthReturn | null>(null)
  useEffect(() => {
    let isUnmounted = false
    if (code) void finishOAuth(code).then(result => isUnmounted || setReturned(result))
    return () => {
      isUnmounted = true
    }
  }, [code])
  return returned
}

function FailedSignIn({ message, isLinking }: { message: string; isLinking: boolean }) {
  const t = useWords('oauth')
  return (
    <>
      <PageHeader title={t('back.failed')} />
      <Note kind="warn" alert>
        {message}
      </Note>
      <p>
        <Link to={isLinking ? '/profile' : '/login'}>{t(isLinking ? 'back.profile' : 'back.login')}</Link>
      </p>
    </>
  )
}
