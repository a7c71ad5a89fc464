// The watch over a session in React: the countdown, and the end.
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { startWatch, type Watch } from './watch.ts'

interface WatchState {
  /** The session that is being watched; another one is not let in yet. */
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
  const watch = useRef<Watch | null>(null)
  const onEnd = useEffectEvent(hands.onEnd)
  const onRotate = useEffectEvent(hands.onRotate)
  useEffect(() => {
    if (!sessionId) return
    const started = startWatch(sessionId, {
      onCountdown: seconds => {
        const show = () =>
          setState(before => (before.sessionId === sessionId && before.seconds === seconds ? before : { sessionId, seconds }))
        // The first word of it lets the session in, and all of its screens are drawn: in slices.
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
