// One phone: whether it can receive messages, what to do if not, and its settings.
import { CircleDashed, CirclePause, type LucideIcon, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Destination, LinkOffer } from '../../../core/api/delivery.ts'
import { Rights } from '../../../core/delivery/rights.ts'
import { maskPhone } from '../../../core/phone/phone.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { InlineSelect } from '../../ui/forms/InlineSelect.tsx'
import { Badge, Card, Facts } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { PhoneNumber } from '../../ui/phone/PhoneNumber.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { findPhoneState, formatMoment, type PhoneState } from '../phone-state.ts'
import { useChangePhone, useRenewLink } from '../queries/phone-links.ts'
import { FallbackChoice } from './FallbackChoice.tsx'
import { PausePhone } from './PausePhone.tsx'
import { RenamePhone } from './RenamePhone.tsx'
import { UnlinkPhone } from './UnlinkPhone.tsx'

interface PhoneCardProps {
  phone: Destination
  /** All phones of the person, including this one. */
  phones: readonly Destination[]
  now: Date
  /** Linking this phone is the next thing to do. */
  isNext: boolean
  /** Its linking code is already on the page. */
  hasOpenCode: boolean
  onOffer(offer: LinkOffer): void
}

const kinds = { linked: 'ok', closed: 'warn', resting: 'off', pending: 'off', stopped: 'off', unreachable: 'bad' } as const
const icons: Partial<Record<PhoneState, LucideIcon>> = { resting: CirclePause, pending: CircleDashed }

export function PhoneCard({ phone, phones, now, isNext, hasOpenCode, onOffer }: PhoneCardProps) {
  const t = useWords('connect')
  const state = findPhoneState(phone, now)
  const isPending = state === 'pending'
  const fallback = { name: t('fact.otherwise'), value: <FallbackChoice phone={phone} phones={phones} /> }
  const rightsFact = { name: t('fact.rights'), value: <RightsPicker phone={phone} /> }
  return (
    <Card look={state === 'unreachable' ? 'needs' : 'rest'} aria-label={phone.name} className="grid-rows-[auto_1fr_auto]">
      <div className="flex flex-wrap items-center gap-3">
        <Badge>
          <Smartphone size={18} />
        </Badge>
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="truncate text-md">{phone.name}</h3>
          <p className="text-sm text-ink-2 tabular-nums">
            {phone.phone ? <PhoneNumber number={maskPhone(phone.phone)} /> : t(isPending ? 'noNumber' : 'hiddenNumber')}
          </p>
        </div>
        <StateLabel kind={kinds[state]} label={t(`state.${state}`)} icon={icons[state]} />
      </div>
      <Facts
        facts={[
          useStateFact(phone, state, now),
          ...(isPending ? [] : [rightsFact, fallback]),
          { name: t('fact.since'), value: <Ago at={phone.createdAt} now={now} /> },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {isPending && !hasOpenCode && <RenewLink phone={phone} isNext={isNext} onOffer={onOffer} />}
        {phone.state === 'linked' && <PausePhone phone={phone} isPaused={state === 'resting'} now={now} />}
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
  const requestCode = () => renew.mutate(phone, { onSuccess: onOffer, onError: error => toast.error(explain(error)) })
  return (
    <Button small look={isNext ? 'primary' : 'quiet'} busy={renew.isPending} onClick={requestCode}>
      {t('renew')}
    </Button>
  )
}

/** The phone's current situation, or the one thing to do. */
function useStateFact(phone: Destination, state: PhoneState, now: Date): { name: string; value: ReactNode } {
  const t = useWords('connect')
  const language = useLanguage()
  const moment = (at: string | null) => (at ? formatMoment(at, now, language) : '')
  switch (state) {
    case 'linked':
      return { name: t('fact.conversation'), value: t('window.open', { until: moment(phone.windowOpenUntil) }) }
    case 'closed':
      return { name: t('fact.conversation'), value: t('window.closed') }
    case 'resting':
      return { name: t('fact.rest'), value: t('rests', { until: moment(phone.pausedUntil) }) }
    case 'unreachable':
      return { name: t('fact.trouble'), value: t('next.unreachable', { since: moment(phone.unreachableSince) || 'none' }) }
    default:
      return { name: t('fact.next'), value: t(`next.${state}`) }
  }
}

function RightsPicker({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const save = (rights: Rights) =>
    change.mutate(
      { phone, change: { rights } },
      { onSuccess: () => toast.success(t('rights.saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <div className="py-1">
      <InlineSelect
        label={t('rights.label', { name: phone.name })}
        value={phone.rights}
        options={Rights.options.map(value => ({ value, label: t(`rights.${value}`) }))}
        onChange={save}
        disabled={change.isPending}
      />
      <span className="mt-1 block text-ink-2">{t(`rights.${phone.rights}.note`)}</span>
    </div>
  )
}
