// The page a provider redirects back to: continues automatically, or explains what went wrong.
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { type Refused, useAuth } from '../../session/session.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { nextPath } from '../next-path.ts'
import { readAttempt } from './oauth-attempt.ts'
import { finishOAuth, type OAuthReturn } from './oauth-redirect.ts'
import { refusedIn, sentenceOf } from './oauth-refusal.ts'

export function OAuthCallback() {
  const t = useWords('oauth')
  const { search } = useLocation()
  const { loading, isAuthenticated } = useAuth()
  // The client removes the fragment from the URL after reading it.
  const [callback] = useState(() => readCallback(search))
  const [attempt] = useState(readAttempt)
  const ended = useReturn(callback.code)
  if (ended && 'result' in ended) return <Navigate to={nextPath(ended.attempt.next)} state={{ result: ended.result }} replace />
  const refused = callback.refused ?? (ended && ended.refused)
  if (refused) return <Refusal sentence={t(sentenceOf(refused))} isLinking={attempt?.purpose === 'link'} />
  if (callback.hasSession && isAuthenticated) return <Navigate to={nextPath(attempt?.next ?? null)} replace />
  if (callback.code || (callback.hasSession && loading))
    return (
      <>
        <PageHeader title={t(attempt?.purpose === 'link' ? 'back.linking' : 'back.title')} />
        <Spinner label={t('back.wait')} />
      </>
    )
  return <Refusal sentence={t(callback.hasSession ? 'refused.failed' : 'refused.empty')} isLinking={false} />
}

interface CallbackResult {
  code: string | null
  hasSession: boolean
  refused: Refused | null
}

const readCallback = (search: string): CallbackResult => ({
  code: new URLSearchParams(search).get('code'),
  hasSession: new URLSearchParams(location.hash.slice(1)).has('access_token'),
  refused: refusedIn(search, location.hash),
})

function useReturn(code: string | null): OAuthReturn | null {
  const [ended, setEnded] = useState<OAuthReturn | null>(null)
  useEffect(() => {
    let isGone = false
    if (code) void finishOAuth(code).then(end => isGone || setEnded(end))
    return () => {
      isGone = true
    }
  }, [code])
  return ended
}

function Refusal({ sentence, isLinking }: { sentence: string; isLinking: boolean }) {
  const t = useWords('oauth')
  return (
    <>
      <PageHeader title={t('back.failed')} />
      <Note kind="warn" alert>
        {sentence}
      </Note>
      <p>
        <Link to={isLinking ? '/profile' : '/login'}>{t(isLinking ? 'back.profile' : 'back.login')}</Link>
      </p>
    </>
  )
}
