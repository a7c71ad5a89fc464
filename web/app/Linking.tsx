// The code that a phone must send, while it waits for it.
import { TimerOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LinkOffer } from '../../core/api/delivery.ts'
import { Button } from '../ui/Button.tsx'
import { useExplain } from '../ui/failure.ts'
import { LinkPhone } from '../ui/LinkPhone.tsx'
import { Note } from '../ui/Note.tsx'
import { phoneText } from '../ui/phoneText.ts'
import { Rich } from '../ui/Rich.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useRenewLink } from './links.ts'
import { clockText, spokenSeconds } from './phones/countdown.ts'

/** While a code is shown: what the phone does is seen here within two seconds. */
export const linkingMs = 1000

interface LinkingProps {
  offer: LinkOffer
  now: Date
  onRenewed(offer: LinkOffer): void
  onLater(): void
}

export function Linking({ offer, now, onRenewed, onLater }: LinkingProps) {
  const t = useWords('connect')
  const explain = useExplain()
  const renew = useRenewLink()
  const box = useRef<HTMLDivElement>(null)
  // It was asked for further down the page.
  useEffect(() => {
    box.current?.querySelector('h2')?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [offer.code])
  const leftMs = new Date(offer.expiresAt).getTime() - now.getTime()
  const aloud = spokenSeconds(leftMs)
  const again = () => renew.mutate(offer.destination, { onSuccess: onRenewed, onError: error => toast.error(explain(error)) })
  const expires =
    leftMs >= 1000 ? (
      <p>
        {t('holds', { time: clockText(leftMs) })}{' '}
        <Button look="bare" small onClick={onLater}>
          {t('later')}
        </Button>
      </p>
    ) : (
      <div className="max-w-68 text-start">
        <Note kind="warn" icon={TimerOff} alert>
          <Rich text={t('expired')} />{' '}
          <Button look="bare" small busy={renew.isPending} onClick={again}>
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
        number={phoneText(offer.number)}
        leg="waiting"
        legs={['waiting', 'linked']}
        expires={expires}
      />
      <p role="status" className="sr-only">
        {aloud !== null && t('holds.spoken', { minutes: Math.floor(aloud / 60), seconds: aloud })}
      </p>
    </div>
  )
}
