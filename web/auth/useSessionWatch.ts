// Runs the session watch in React: the countdown before the end, and the end itself.
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { type SessionWatch, startWatch } from './session-watch.ts'

interface WatchState {
  /** The session being watched; a different one is not accepted yet. */
  sessionId: string | null
  /** Seconds left while the Security Notice is due. */
  seconds: number | null
  /** The person chose to continue; false when it was too late. */
  extend(): boolean
}

const asleep = { sessionId: null, seconds: null }

export function useWatch(
  sessionId: string | null,
  hands: { onEnd(reason: EndReason, isFirst: boolean): void; onRotate(): Promise<unknown> },
): WatchState {
  const [state, setState] = useState<{ sessionId: string | null; seconds: number | null }>(asleep)
  const watch = useRef<SessionWatch | null>(null)
  const onEnd = useEffectEvent(hands.onEnd)
  const onRotate = useEffectEvent(hands.onRotate)
  useEffect(() => {
    if (!sessionId) return
    const started = startWatch(sessionId, {
      onCountdown: seconds => {
        const show = () =>
          setState(before => (before.sessionId === sessionId && before.seconds === seconds ? before : { sessionId, seconds }))
        // Its first report admits the session and renders all its screens, so that happens in slices.
        if (seconds === null) startTransition(show)
        else show()
      },
      onEnd: (reason, isFirst) => onEnd(reason, isFirst),
      onRotate: () => void onRotate(),
    })
    watch.current = started
    return () => {
      started.stop()
      watch.current = null
      setState(asleep)
    }
  }, [sessionId])
  return { ...state, extend: () => watch.current?.extend() ?? false }
}
