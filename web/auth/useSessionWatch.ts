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

const idle = { sessionId: null, seconds: null }

export function useSessionWatch(
  sessionId: string | null,
  handlers: { onEnd(reason: EndReason, isFirst: boolean): void; onRotate(): Promise<unknown> },
): WatchState {
  const [state, setState] = useState<{ sessionId: string | null; seconds: number | null }>(idle)
  const watch = useRef<SessionWatch | null>(null)
  const onEnd = useEffectEvent(handlers.onEnd)
  const onRotate = useEffectEvent(handlers.onRotate)
  useEffect(() => {
    if (!sessionId) return
    const sessionWatch = startWatch(sessionId, {
      onCountdown: seconds => {
        const update = () =>
          setState(previous => (previous.sessionId === sessionId && previous.seconds === seconds ? previous : { sessionId, seconds }))
        // Its first report admits the session and renders all its screens, so that happens in slices.
        if (seconds === null) startTransition(update)
        else update()
      },
      onEnd: (reason, isFirst) => onEnd(reason, isFirst),
      onRotate: () => void onRotate(),
    })
    watch.current = sessionWatch
    return () => {
      sessionWatch.stop()
      watch.current = null
      setState(idle)
    }
  }, [sessionId])
  return { ...state, extend: () => watch.current?.extend() ?? false }
}
