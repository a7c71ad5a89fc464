// One phone: whether it can receive messages, what to do if not, and its settings.
import { CircleDashed, CirclePause, type LucideIcon, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Destination, LinkOffer } from '../../../core/api/delivery.ts'
import { Rights } from '../../../core/delivery/rights.ts'
import { hiddenPhone } from '../../../core/phone/phone.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Pick } from '../../ui/forms/Pick.tsx'
import { Badge, Card, Facts } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { PhoneNumber } from '../../ui/phone/PhoneNumber.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { momentText, type PhoneState, phoneStateOf } from '../phone-state.ts'
import { useChangePhone, useRenewLink } from '../queries/phone-links.ts'
import { Otherwise } from './FallbackChoice.tsx'
import { PausePhone } from './PausePhone.tsx'
import { RenamePhone } from './RenamePhone.tsx'
import { UnlinkPhone } from './UnlinkPhone.tsx'

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
const icons: Partial<Record<PhoneState, LucideIcon>> = { resting: CirclePause, pending: CircleDashed }

export function PhoneCard({ phone, phones, now, isNext, isOffered, onOffer }: PhoneCardProps) {
  const t = useWords('connect')
  const standing = phoneStateOf(phone, now)
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
function useStandingFact(phone: Destination, standing: PhoneState, now: Date): { name: string; value: ReactNode } {
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

function RightsOf({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const keep = (rights: Rights) =>
    change.mutate(
      { phone, change: { rights } },
      { onSuccess: () => toast.success(t('rights.saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <div className="py-1">
      <Pick
        label={t('rights.label', { name: phone.name })}
        value={phone.rights}
        options={Rights.options.map(value => ({ value, word: t(`rights.${value}`) }))}
        onChange={keep}
        disabled={change.isPending}
      />
      <span className="mt-1 block text-ink-2">{t(`rights.${phone.rights}.note`)}</span>
    </div>
  )
}
