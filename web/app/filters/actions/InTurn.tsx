// Chooses phones that are tried one after another until somebody has read the email, or an on-call rota.
import { ArrowUp, Plus, X } from 'lucide-react'
import { Link } from 'react-router'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { Action } from '../../../../core/filters/action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useRotas } from '../../queries/rotas.ts'

type Forward = Extract<Action, { kind: 'forward' }>

interface TurnProps {
  forward: Forward
  onChange(forward: Forward): void
}

export const usualNext = { minutes: 15, thenEmail: true } as const

export function InTurn({ forward, onChange }: TurnProps) {
  const t = useWords('oncall')
  const phones = useDestinations().data?.items ?? []
  const ids = forward.destinationIds
  const put = (destinationIds: string[]) => onChange({ ...forward, destinationIds })
  const left = phones.filter(phone => !ids.includes(phone.id))
  const unlinked = phones.filter(phone => ids.includes(phone.id) && phone.state !== 'linked')
  return (
    <div className="grid gap-3">
      <ol aria-label={t('turn.phones')} className="grid gap-2">
        {ids.map((id, at) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <span className="w-5 text-end text-ink-2 tabular-nums">{at + 1}.</span>
            <PhonePick
              label={t('turn.nth', { n: at + 1 })}
              value={id}
              phones={phones.filter(phone => phone.id === id || left.includes(phone))}
              onChange={next => put(ids.map((other, i) => (i === at ? next : other)))}
            />
            {at > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t('turn.sooner', { n: at + 1 })}
                className="size-9!"
                onClick={() => put(ids.map((other, i) => (i === at - 1 ? id : i === at ? (ids[at - 1] ?? id) : other)))}
              />
            )}
            {ids.length > 1 && (
              <IconButton
                icon={X}
                label={t('turn.remove', { n: at + 1 })}
                className="size-9!"
                onClick={() => put(ids.filter(other => other !== id))}
              />
            )}
          </li>
        ))}
      </ol>
      {left[0] && (
        <p>
          <Button look="quiet" small onClick={() => put([...ids, left[0]?.id ?? ''])}>
            <Plus size={16} aria-hidden /> {t('turn.add')}
          </Button>
        </p>
      )}
      <After forward={forward} onChange={onChange} />
      {unlinked.length > 0 && <Note kind="warn">{t('turn.unlinked', { names: unlinked.map(phone => phone.name).join(', ') })}</Note>}
    </div>
  )
}

export function ByRota({ forward, onChange }: TurnProps) {
  const t = useWords('oncall')
  const rotas = useRotas().data?.items ?? []
  const { next, ...rest } = forward
  const isGone = !rotas.some(rota => rota.id === forward.rotaId)
  const options = rotas.map(rota => ({ value: rota.id, word: rota.name }))
  const rotaId = forward.rotaId ?? ''
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Pick
          label={t('rota.which')}
          value={rotaId}
          options={isGone ? [...options, { value: rotaId, word: t('rota.gone') }] : options}
          onChange={value => onChange({ ...forward, rotaId: value })}
          wrong={isGone}
        />
        <span className="text-sm text-ink-2">
          <Rich text={t('rota.edit')} tags={{ link: text => <Link to="/whatsapp-connect#rotas">{text}</Link> }} />
        </span>
      </p>
      <Checkbox checked={next !== undefined} label={t('rota.turn')} onChange={on => onChange(on ? { ...rest, next: usualNext } : rest)} />
      {next && <After forward={forward} onChange={onChange} />}
    </div>
  )
}

/** When the next is asked, and what comes after the last. */
function After({ forward, onChange }: TurnProps) {
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

interface PhonePickProps {
  label: string
  value: string
  phones: readonly Destination[]
  onChange(id: string): void
}

export function PhonePick({ label, value, phones, onChange }: PhonePickProps) {
  const t = useWords('oncall')
  const options = phones.map(phone => ({
    value: phone.id,
    word: phone.state === 'linked' ? phone.name : t('phone.unlinked', { name: phone.name }),
  }))
  const isGone = !phones.some(phone => phone.id === value)
  return (
    <Pick
      label={label}
      value={value}
      options={isGone ? [...options, { value, word: t('phone.gone') }] : options}
      onChange={onChange}
      wrong={isGone}
    />
  )
}
