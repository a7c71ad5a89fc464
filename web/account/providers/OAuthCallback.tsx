// Where a provider sends people back to: goes on by itself, or says in plain words why not.
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { type Refused, useAuth } from '../../session.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWords } from '../../words.tsx'
import { nextPath } from '../next.ts'
import { comeBackWith, type Ended } from './going.ts'
import { refusedIn, sentenceOf } from './refused.ts'
import { readTrip } from './trip.ts'

export function OAuthCallback() {
  const t = useWords('oauth')
  const { search } = useLocation()
  const { loading, isAuthenticated } = useAuth()
  // The client takes the fragment out of the address when it has read it.
  const [brought] = useState(() => whatCame(search))
  const [trip] = useState(readTrip)
  const ended = useReturn(brought.code)
  if (ended && 'came' in ended) return <Navigate to={nextPath(ended.trip.next)} state={{ came: ended.came }} replace />
  const refused = brought.refused ?? (ended && ended.refused)
  if (refused) return <Refusal sentence={t(sentenceOf(refused))} isLinking={trip?.deed === 'link'} />
  if (brought.hasSession && isAuthenticated) return <Navigate to={nextPath(trip?.next ?? null)} replace />
  if (brought.code || (brought.hasSession && loading))
    return (
      <>
        <PageHeader title={t(trip?.deed === 'link' ? 'back.linking' : 'back.title')} />
        <Spinner label={t('back.wait')} />
      </>
    )
  return <Refusal sentence={t(brought.hasSession ? 'refused.failed' : 'refused.empty')} isLinking={false} />
}

interface Brought {
  code: string | null
  hasSession: boolean
  refused: Refused | null
}

const whatCame = (search: string): Brought => ({
  code: new URLSearchParams(search).get('code'),
  hasSession: new URLSearchParams(location.hash.slice(1)).has('access_token'),
  refused: refusedIn(search, location.hash),
})

function useReturn(code: string | null): Ended | null {
  const [ended, setEnded] = useState<Ended | null>(null)
  useEffect(() => {
    let isGone = false
    if (code) void comeBackWith(code).then(end => isGone || setEnded(end))
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
