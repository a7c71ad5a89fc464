// One phone: whether mail can be sent to it now, and the way out.
import { Smartphone, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { Destination, LinkOffer } from '../../core/api/delivery.ts'
import { Ago, dayText } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { Badge, Card, Facts } from '../ui/Card.tsx'
import { Confirm } from '../ui/Dialog.tsx'
import { useExplain } from '../ui/failure.ts'
import { maskedPhone } from '../ui/phoneText.ts'
import { StateLabel } from '../ui/StateLabel.tsx'
import { toast } from '../ui/toast.ts'
import { useLanguage, useWords } from '../words.tsx'
import { useRenewLink, useUnlink } from './links.ts'

interface PhoneCardProps {
  phone: Destination
  now: Date
  /** Linking it is the next thing to do. */
  isNext: boolean
  /** Its code is shown already. */
  isOffered: boolean
  onOffer(offer: LinkOffer): void
}

const kinds = { linked: 'ok', closed: 'warn', pending: 'off', stopped: 'off', unreachable: 'bad' } as const

/** Closed: WhatsApp lets nobody write freely 24 hours after the person last did. */
export function standingOf(phone: Destination, now: Date): keyof typeof kinds {
  if (phone.state !== 'linked') return phone.state
  return phone.windowOpenUntil && new Date(phone.windowOpenUntil) > now ? 'linked' : 'closed'
}

export function PhoneCard({ phone, now, isNext, isOffered, onOffer }: PhoneCardProps) {
  const t = useWords('connect')
  const explain = useExplain()
  const renew = useRenewLink()
  const standing = standingOf(phone, now)
  return (
    <Card look={standing === 'unreachable' ? 'needs' : 'rest'}>
      <div className="flex flex-wrap items-center gap-3">
        <Badge>
          <Smartphone size={18} />
        </Badge>
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="truncate text-md">{phone.name}</h3>
          <p className="text-sm text-ink-2 tabular-nums">{phone.phone ? maskedPhone(phone.phone) : t('noNumber')}</p>
        </div>
        <StateLabel kind={kinds[standing]} word={t(`state.${standing}`)} />
      </div>
      <Facts
        facts={[
          { name: t('fact.conversation'), value: useWindowText(phone, standing, now) },
          { name: t('fact.since'), value: <Ago at={phone.createdAt} now={now} /> },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {standing === 'pending' && !isOffered && (
          <Button
            small
            look={isNext ? 'primary' : 'quiet'}
            busy={renew.isPending}
            onClick={() => renew.mutate(phone, { onSuccess: onOffer, onError: error => toast.error(explain(error)) })}
          >
            {t('renew')}
          </Button>
        )}
        <UnlinkButton phone={phone} />
      </div>
    </Card>
  )
}

function useWindowText(phone: Destination, standing: keyof typeof kinds, now: Date): string {
  const t = useWords('connect')
  const language = useLanguage()
  if (standing !== 'linked') return t(`window.${standing}`)
  const until = new Date(phone.windowOpenUntil ?? now)
  const clock = until.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return t('window.open', { until: `${dayText(until, now, language)}, ${clock}` })
}

function UnlinkButton({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const unlink = useUnlink()
  const [asking, setAsking] = useState(false)
  const go = () =>
    unlink.mutate(phone, {
      onSuccess: () => toast.success(t('unlinked', { name: phone.name })),
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Unlink size={16} aria-hidden /> {t(phone.state === 'pending' ? 'remove' : 'unlink')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('unlink.title', { name: phone.name })}
        deed={t('unlink.deed')}
        onDeed={go}
        busy={unlink.isPending}
      >
        {t('unlink.text')}
      </Confirm>
    </>
  )
}
