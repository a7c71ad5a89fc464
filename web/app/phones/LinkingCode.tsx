// Shows the linking code and its countdown until the phone has sent it.
import { TimerOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LinkOffer } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { LinkPhone } from '../../ui/phone/LinkPhone.tsx'
import { formatPhone } from '../../ui/phone/phone-text.ts'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { useRenewLink } from '../queries/phone-links.ts'

/** While a code is shown, the screen reacts to the phone within two seconds. */
export const linkingPollMs = 1000

interface LinkingProps {
  offer: LinkOffer
  now: Date
  onRenewed(offer: LinkOffer): void
  onLater(): void
}

export function LinkingCode({ offer, now, onRenewed, onLater }: LinkingProps) {
  const t = useWords('connect')
  const explain = useExplain()
  const renew = useRenewLink()
  const box = useRef<HTMLDivElement>(null)
  // The button that requested the code is further down the page.
  useEffect(() => {
    box.current?.querySelector('h2')?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [offer.code])
  const remainingMs = new Date(offer.expiresAt).getTime() - now.getTime()
  const spoken = findSpokenSeconds(remainingMs)
  const renewCode = () => renew.mutate(offer.destination, { onSuccess: onRenewed, onError: error => toast.error(explain(error)) })
  const expires =
    remainingMs >= 1000 ? (
      <p>
        {t('holds', { time: formatCountdown(remainingMs) })}{' '}
        <Button look="bare" small onClick={onLater}>
          {t('later')}
        </Button>
      </p>
    ) : (
      <div className="max-w-68 text-start">
        <Note kind="warn" icon={TimerOff} alert>
          <Rich text={t('expired')} />{' '}
          <Button look="bare" small busy={renew.isPending} onClick={renewCode}>
            {t('renew')}
          </Button>
        </Note>
      </div>
    )
  return (
    <div ref={box} className="scroll-mt-5">
      <LinkPhone
        url={offer.url}
        text={offer.text}
        code={offer.code}
        number={formatPhone(offer.number)}
        step="waiting"
        steps={['waiting', 'linked']}
        expires={expires}
      />
      <p role="status" className="sr-only">
        {spoken !== null && t('holds.spoken', { minutes: Math.floor(spoken / 60), seconds: spoken })}
      </p>
    </div>
  )
}

/** 702000 → "11:42". */
function formatCountdown(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const spokenMarks = [120, 60, 30, 10]

/** The last mark reached of 2:00, 1:00, 0:30 and 0:10, in seconds; null before the first and at the end. */
export function findSpokenSeconds(remainingMs: number): number | null {
  const remaining = remainingMs / 1000
  return remaining < 1 ? null : (spokenMarks.findLast(mark => remaining <= mark) ?? null)
}
