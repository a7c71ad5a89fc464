// Chooses phones to notify one after another until somebody has read the email, or an on-call rota.
import { ArrowUp, Plus, X } from 'lucide-react'
import { Link } from 'react-router'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { Action } from '../../../../core/filters/action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useRotas } from '../../queries/rotas.ts'

type Forward = Extract<Action, { kind: 'forward' }>

interface EscalationProps {
  forward: Forward
  onChange(forward: Forward): void
}

export const defaultNext = { minutes: 15, thenEmail: true } as const

export function EscalationFields({ forward, onChange }: EscalationProps) {
  const t = useWords('oncall')
  const phones = useDestinations().data?.items ?? []
  const ids = forward.destinationIds
  const setPhones = (destinationIds: string[]) => onChange({ ...forward, destinationIds })
  const remaining = phones.filter(phone => !ids.includes(phone.id))
  const unlinked = phones.filter(phone => ids.includes(phone.id) && phone.state !== 'linked')
  return (
    <div className="grid gap-3">
      <ol aria-label={t('turn.phones')} className="grid gap-2">
        {ids.map((id, index) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <span className="w-5 text-end text-ink-2 tabular-nums">{index + 1}.</span>
            <PhonePicker
              label={t('turn.nth', { n: index + 1 })}
              value={id}
              phones={phones.filter(phone => phone.id === id || remaining.includes(phone))}
              onChange={next => setPhones(ids.map((other, i) => (i === index ? next : other)))}
            />
            {index > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t('turn.sooner', { n: index + 1 })}
                className="size-9!"
                onClick={() => setPhones(ids.map((other, i) => (i === index - 1 ? id : i === index ? (ids[index - 1] ?? id) : other)))}
              />
            )}
            {ids.length > 1 && (
              <IconButton
                icon={X}
                label={t('turn.remove', { n: index + 1 })}
                className="size-9!"
                onClick={() => setPhones(ids.filter(other => other !== id))}
              />
            )}
          </li>
        ))}
      </ol>
      {remaining[0] && (
        <p>
          <Button look="quiet" small onClick={() => setPhones([...ids, remaining[0]?.id ?? ''])}>
            <Plus size={16} aria-hidden /> {t('turn.add')}
          </Button>
        </p>
      )}
      <NextStepFields forward={forward} onChange={onChange} />
      {unlinked.length > 0 && <Note kind="warn">{t('turn.unlinked', { names: unlinked.map(phone => phone.name).join(', ') })}</Note>}
    </div>
  )
}

export function RotaFields({ forward, onChange }: EscalationProps) {
  const t = useWords('oncall')
  const rotas = useRotas().data?.items ?? []
  const { next, ...rest } = forward
  const isGone = !rotas.some(rota => rota.id === forward.rotaId)
  const options = rotas.map(rota => ({ value: rota.id, label: rota.name }))
  const rotaId = forward.rotaId ?? ''
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <InlineSelect
          label={t('rota.which')}
          value={rotaId}
          options={isGone ? [...options, { value: rotaId, label: t('rota.gone') }] : options}
          onChange={value => onChange({ ...forward, rotaId: value })}
          invalid={isGone}
        />
        <span className="text-sm text-ink-2">
          <Rich text={t('rota.edit')} tags={{ link: text => <Link to="/whatsapp-connect#rotas">{text}</Link> }} />
        </span>
      </p>
      <Checkbox checked={next !== undefined} label={t('rota.turn')} onChange={on => onChange(on ? { ...rest, next: defaultNext } : rest)} />
      {next && <NextStepFields forward={forward} onChange={onChange} />}
    </div>
  )
}

/** How long to wait before the next phone, and what happens after the last. */
function NextStepFields({ forward, onChange }: EscalationProps) {
  const t = useWords('oncall')
  const { next } = forward
  if (!next) return null
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {t('after')}
        <NumberInput
          label={t('after.label')}
          value={next.minutes}
          min={1}
          max={240}
          onChange={n => onChange({ ...forward, next: { ...next, minutes: Math.min(240, Math.round(n)) } })}
        />
        {t('after.minutes')}
      </p>
      <Checkbox
        checked={next.thenEmail ?? false}
        label={t('after.mail')}
        onChange={thenEmail => onChange({ ...forward, next: { ...next, thenEmail } })}
      />
      <p className="text-sm text-ink-2">{t('after.note')}</p>
    </>
  )
}

interface PhonePickerProps {
  label: string
  value: string
  phones: readonly Destination[]
  onChange(id: string): void
}

export function PhonePicker({ label, value, phones, onChange }: PhonePickerProps) {
  const t = useWords('oncall')
  const options = phones.map(phone => ({
    value: phone.id,
    label: phone.state === 'linked' ? phone.name : t('phone.unlinked', { name: phone.name }),
  }))
  const isGone = !phones.some(phone => phone.id === value)
  return (
    <InlineSelect
      label={label}
      value={value}
      options={isGone ? [...options, { value, label: t('phone.gone') }] : options}
      onChange={onChange}
      invalid={isGone}
    />
  )
}
