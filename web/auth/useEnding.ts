// The end of a session, begun once and whatever comes after.
import { useCallback, useRef, useState } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { endSession, markEnded } from './ending.ts'

export interface Ending {
  reason: EndReason
  /** Resolves when the session has ended, well or not. */
  ended: Promise<void>
}

/** `follow` is for a tab that hears of an end which another tab brings about. */
export function useEnding() {
  const [ending, setEnding] = useState<Ending | null>(null)
  const hasBegun = useRef(false)
  const begin = useCallback((reason: EndReason, ended: () => Promise<void>) => {
    if (hasBegun.current) return
    hasBegun.current = true
    setEnding({ reason, ended: ended() })
  }, [])
  const end = useCallback((reason: EndReason, token: string | null) => begin(reason, () => endSession(reason, token)), [begin])
  const follow = useCallback((reason: EndReason) => begin(reason, () => Promise.resolve()), [begin])
  /** Ends a session that no limit has ended; not where it was ended before, by the person or by another tab. */
  const expire = useCallback((token: string | null) => void (markEnded('session_expired') && end('session_expired', token)), [end])
  return { ending, end, follow, expire }
}
