// Covers the two seconds between a forced logout and the sign-in page: clears the screen and shows why.
import { useEffect, useRef } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { logoutToastMs, redirectDelayMs } from '../../core/session/limits.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'

/** `ended` resolves when the session has ended, successfully or not; `go` loads a page. */
export function ForcedLogout({ reason, ended, go }: { reason: EndReason; ended: Promise<void>; go(path: string): void }) {
  const t = useWords('session')
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    const leave = () => go(`/login?reason=${reason}`)
    void ended.finally(() => {
      toast.error(t('ended.title'), {
        description: t(`ended.${reason}`),
        durationMs: logoutToastMs,
        action: { word: t('ended.login'), onPick: leave },
      })
      setTimeout(leave, redirectDelayMs)
    })
  }, [reason, ended, go, t])
  return (
    <output className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-3 bg-bg text-ink-2">
      <Spinner size="lg" label="" />
      {t('leaving')}
    </output>
  )
}
