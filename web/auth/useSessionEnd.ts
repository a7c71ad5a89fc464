// Ends a session exactly once, no matter how many reasons arrive.
import { useCallback, useRef, useState } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { endSession, markEnded } from './end-session.ts'

export interface SessionEnd {
  reason: EndReason
  /** Resolves when the session has ended, successfully or not. */
  ended: Promise<void>
}

/** `follow` is for tabs that learn of an end caused by another tab. */
export function useSessionEnd() {
  const [ending, setEnding] = useState<SessionEnd | null>(null)
  const hasBegun = useRef(false)
  const begin = useCallback((reason: EndReason, ended: () => Promise<void>) => {
    if (hasBegun.current) return
    hasBegun.current = true
    setEnding({ reason, ended: ended() })
  }, [])
  const end = useCallback((reason: EndReason, token: string | null) => begin(reason, () => endSession(reason, token)), [begin])
  const follow = useCallback((reason: EndReason) => begin(reason, () => Promise.resolve()), [begin])
  /** Ends a session that no time limit has ended, unless the user or another tab has ended it already. */
  const expire = useCallback((token: string | null) => void (markEnded('session_expired') && end('session_expired', token)), [end])
  return { ending, end, follow, expire }
}
