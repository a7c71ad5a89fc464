// Covers the two seconds between a forced logout and the sign-in page: clears the screen and says why.
import { useEffect, useRef } from 'react'
import type { EndReason } from '../../core/session/clock.ts'
import { logoutToastMs, redirectDelayMs } from '../../core/session/limits.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'

/** `ended` resolves when the session has ended, successfully or not; `navigate` loads a page. */
export function ForcedLogout({ reason, ended, navigate }: { reason: EndReason; ended: Promise<void>; navigate(path: string): void }) {
  const t = useWords('session')
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const openLogin = () => navigate(`/login?reason=${reason}`)
    void ended.finally(() => {
      toast.error(t('ended.title'), {
        description: t(`ended.${reason}`),
        durationMs: logoutToastMs,
        action: { label: t('ended.login'), onClick: openLogin },
      })
      setTimeout(openLogin, redirectDelayMs)
    })
  }, [reason, ended, navigate, t])
  return (
    <output className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-3 bg-bg text-ink-2">
      <Spinner size="lg" label="" />
      {t('leaving')}
    </output>
  )
}
