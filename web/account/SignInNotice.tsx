// Explains on the sign-in page why the person landed there: a forced logout, or a link that does not work.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Note } from '../ui/feedback/Note.tsx'
import { useWords } from '../words/words.tsx'

const reasons = ['inactivity', 'session_expired', 'max_session_time'] as const

export function SignInNotice() {
  const t = useWords('session')
  const [search] = useSearchParams()
  const [isBadLink] = useState(hasLinkError)
  const reason = reasons.find(candidate => candidate === search.get('reason'))
  if (isBadLink) return <Note kind="warn">{t('linkFailed')}</Note>
  if (!reason) return null
  return (
    <Note kind="warn">
      <b className="block">{t('ended.title')}</b>
      {t(`ended.${reason}`)}
    </Note>
  )
}

/** A failed email link reports its error in the URL fragment. */
export const hasLinkError = (): boolean => new URLSearchParams(location.hash.slice(1)).has('error')
