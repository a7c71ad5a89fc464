// The dialog that warns before an idle session ends; only its two buttons close it.
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Shield } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announcedMark, formatCountdown } from '../../core/session/countdown.ts'
import { extendedToastMs, warningMs } from '../../core/session/limits.ts'
import { Button } from '../ui/Button.tsx'
import { popup, scrim } from '../ui/overlays/DialogLayout.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'

interface NoticeProps {
  /** Seconds until the session ends; while null, the notice is hidden. */
  seconds: number | null
  onLogout(): void
  /** Returns false if it was too late. */
  onContinue(): boolean
}

export function SecurityNotice({ seconds, onLogout, onContinue }: NoticeProps) {
  const t = useWords('session')
  const continueButton = useRef<HTMLButtonElement>(null)
  const extend = () => {
    if (onContinue()) toast.success(t('extended.title'), { description: t('extended.text'), durationMs: extendedToastMs })
  }
  return (
    <AlertDialog.Root open={seconds !== null}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={`${scrim} z-60!`} />
        <AlertDialog.Popup className={`${popup} z-60!`} initialFocus={continueButton}>
          <div className="flex items-center gap-3">
            <Shield size={20} aria-hidden className="text-accent-ink" />
            <AlertDialog.Title>{t('notice.title')}</AlertDialog.Title>
          </div>
          {seconds !== null && <Countdown seconds={seconds} />}
          <AlertDialog.Description className="text-sm text-ink-2">{t('notice.note')}</AlertDialog.Description>
          <div className="grid gap-3 *:whitespace-nowrap min-[480px]:grid-cols-[1fr_1fr]">
            <Button look="quiet" onClick={onLogout}>
              {t('notice.logout')}
            </Button>
            <Button ref={continueButton} onClick={extend}>
              {t('notice.continue')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Countdown({ seconds }: { seconds: number }) {
  const t = useWords('session')
  const remaining = `${Math.min(100, (seconds / (warningMs / 1000)) * 100)}%`
  return (
    <div className="grid gap-2">
      <p role="timer" aria-live="off" className="text-[4rem]/none font-figure tracking-[-0.03em] tabular-nums">
        {formatCountdown(seconds)}
      </p>
      <p className="text-ink-2">{t('notice.remaining')}</p>
      <div aria-hidden="true" className="ebb">
        <i style={{ width: remaining }} />
        <b style={{ insetInlineStart: remaining }} />
      </div>
      <CountdownAnnouncement seconds={seconds} />
    </div>
  )
}

/** Announced at 2:00, 1:00, 0:30 and 0:10 only, since a countdown read every second is unbearable. */
function CountdownAnnouncement({ seconds }: { seconds: number }) {
  const t = useWords('session')
  const mark = announcedMark(seconds)
  const [announced, setAnnounced] = useState<number | null>(null)
  const announce = useEffectEvent(() => setAnnounced(seconds))
  // Delayed, because screen readers ignore a live region that appears with its text.
  useEffect(() => {
    const timer = setTimeout(announce, 50)
    return () => clearTimeout(timer)
  }, [mark])
  return (
    <p role="status" className="sr-only">
      {announced !== null && t('notice.spoken', { minutes: Math.floor(announced / 60), seconds: announced % 60 })}
    </p>
  )
}
