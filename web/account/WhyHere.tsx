// Why somebody who did not ask for it is at the sign-in page: a forced logout, or a link that does not work.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Note } from '../ui/Note.tsx'
import { useWords } from '../words.tsx'

const reasons = ['inactivity', 'session_expired', 'max_session_time'] as const

export function WhyHere() {
  const t = useWords('session')
  const [search] = useSearchParams()
  const [isBadLink] = useState(hasLinkError)
  const reason = reasons.find(known => known === search.get('reason'))
  if (isBadLink) return <Note kind="warn">{t('linkFailed')}</Note>
  if (!reason) return null
  return (
    <Note kind="warn">
      <b className="block">{t('ended.title')}</b>
      {t(`ended.${reason}`)}
    </Note>
  )
}

/** A link from a mail that failed says so in the part of the address that no server sees. */
export const hasLinkError = (): boolean => new URLSearchParams(location.hash.slice(1)).has('error')
