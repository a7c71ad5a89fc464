// The linking code, while its phone has not sent it yet.
import { TimerOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LinkOffer } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { LinkPhone } from '../../ui/phone/LinkPhone.tsx'
import { phoneText } from '../../ui/phone/phone-text.ts'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { useRenewLink } from '../queries/phone-links.ts'
import { clockText, spokenSeconds } from './countdown.ts'

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
