// One phone: whether mail can be sent to it now, what to do when not, and everything that can be done to it.
import { CircleDashed, CirclePause, type LucideIcon, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Destination, LinkOffer } from '../../core/api/delivery.ts'
import { hiddenPhone } from '../../core/phone/phone.ts'
import { Ago } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { Badge, Card, Facts } from '../ui/Card.tsx'
import { useExplain } from '../ui/failure.ts'
import { PhoneNumber } from '../ui/PhoneNumber.tsx'
import { StateLabel } from '../ui/StateLabel.tsx'
import { toast } from '../ui/toast.ts'
import { useLanguage, useWords } from '../words.tsx'
import { useRenewLink } from './links.ts'
import { Otherwise } from './phones/Otherwise.tsx'
import { PausePhone } from './phones/PausePhone.tsx'
import { RenamePhone } from './phones/RenamePhone.tsx'
import { RightsOf } from './phones/RightsOf.tsx'
import { momentText, type Standing, standingOf } from './phones/standing.ts'
import { UnlinkPhone } from './phones/UnlinkPhone.tsx'

interface PhoneCardProps {
  phone: Destination
  /** All of the person's, this one too. */
  phones: readonly Destination[]
  now: Date
  /** Linking it is the next thing to do. */
  isNext: boolean
  /** Its code is shown already. */
  isOffered: boolean
  onOffer(offer: LinkOffer): void
}

const kinds = { linked: 'ok', closed: 'warn', resting: 'off', pending: 'off', stopped: 'off', unreachable: 'bad' } as const
const icons: Partial<Record<Standing, LucideIcon>> = { resting: CirclePause, pending: CircleDashed }

export function PhoneCard({ phone, phones, now, isNext, isOffered, onOffer }: PhoneCardProps) {
  const t = useWords('connect')
  const standing = standingOf(phone, now)
  const isPending = standing === 'pending'
  const otherwise = { name: t('fact.otherwise'), value: <Otherwise phone={phone} phones={phones} /> }
  const rights = { name: t('fact.rights'), value: <RightsOf phone={phone} /> }
  return (
    <Card look={standing === 'unreachable' ? 'needs' : 'rest'} aria-label={phone.name} className="grid-rows-[auto_1fr_auto]">
      <div className="flex flex-wrap items-center gap-3">
        <Badge>
          <Smartphone size={18} />
        </Badge>
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="truncate text-md">{phone.name}</h3>
          <p className="text-sm text-ink-2 tabular-nums">
            {phone.phone ? <PhoneNumber of={hiddenPhone(phone.phone)} /> : t(isPending ? 'noNumber' : 'hiddenNumber')}
          </p>
        </div>
        <StateLabel kind={kinds[standing]} word={t(`state.${standing}`)} icon={icons[standing]} />
      </div>
      <Facts
        facts={[
          useStandingFact(phone, standing, now),
          ...(isPending ? [] : [rights, otherwise]),
          { name: t('fact.since'), value: <Ago at={phone.createdAt} now={now} /> },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {isPending && !isOffered && <RenewLink phone={phone} isNext={isNext} onOffer={onOffer} />}
        {phone.state === 'linked' && <PausePhone phone={phone} isResting={standing === 'resting'} now={now} />}
        <RenamePhone phone={phone} />
        <UnlinkPhone phone={phone} />
      </div>
    </Card>
  )
}

function RenewLink({ phone, isNext, onOffer }: Pick<PhoneCardProps, 'phone' | 'isNext' | 'onOffer'>) {
  const t = useWords('connect')
  const explain = useExplain()
  const renew = useRenewLink()
  const go = () => renew.mutate(phone, { onSuccess: onOffer, onError: error => toast.error(explain(error)) })
  return (
    <Button small look={isNext ? 'primary' : 'quiet'} busy={renew.isPending} onClick={go}>
      {t('renew')}
    </Button>
  )
}

/** What is true of it now, or the one thing to do. */
function useStandingFact(phone: Destination, standing: Standing, now: Date): { name: string; value: ReactNode } {
  const t = useWords('connect')
  const language = useLanguage()
  const moment = (at: string | null) => (at ? momentText(at, now, language) : '')
  switch (standing) {
    case 'linked':
      return { name: t('fact.conversation'), value: t('window.open', { until: moment(phone.windowOpenUntil) }) }
    case 'closed':
      return { name: t('fact.conversation'), value: t('window.closed') }
    case 'resting':
      return { name: t('fact.rest'), value: t('rests', { until: moment(phone.pausedUntil) }) }
    case 'unreachable':
      return { name: t('fact.trouble'), value: t('next.unreachable', { since: moment(phone.unreachableSince) || 'none' }) }
    default:
      return { name: t('fact.next'), value: t(`next.${standing}`) }
  }
}
