// Chooses the phones that receive matching emails: all, some, or none.
import { Link } from 'react-router'
import type { Action } from '../../../../core/filters/action.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useRotas } from '../../queries/rotas.ts'
import { defaultNext, EscalationFields, RotaFields } from './EscalationFields.tsx'

type Forward = Extract<Action, { kind: 'forward' }>
const targets = ['every', 'chosen', 'turn', 'rota', 'nobody'] as const
type Target = (typeof targets)[number]

interface ForwardProps {
  forward: Forward | null
  hasTried: boolean
  onChange(forward: Forward | null): void
}

export function ForwardTo({ forward, onChange }: ForwardProps) {
  const t = useWords('editor')
  const destinations = useDestinations()
  const phones = destinations.data?.items ?? []
  const oncallWords = useWords('oncall')
  const [rota] = useRotas().data?.items ?? []
  const target = findTarget(forward)
  const isOffered = { every: true, chosen: phones.length > 0, turn: phones.length > 0, rota: rota !== undefined, nobody: true }
  const options = targets.filter(other => isOffered[other] || other === target)
  const choose = (chosen: Target) => {
    const { next: _, rotaId: __, ...rest } = forward ?? { kind: 'forward' as const }
    const [first] = phones.toSorted((a, b) => Number(b.state === 'linked') - Number(a.state === 'linked'))
    if (chosen === 'nobody') onChange(null)
    else if (chosen === 'rota') onChange({ ...rest, destinationIds: [], ...(rota && { rotaId: rota.id }) })
    else if (chosen === 'turn') onChange({ ...rest, destinationIds: (first ? [first] : []).map(({ id }) => id), next: defaultNext })
    else onChange({ ...rest, destinationIds: chosen === 'chosen' && first ? [first.id] : [] })
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-lg">
        {t('then')}{' '}
        <InlineSelect
          label={t('then.label')}
          value={target}
          options={options.map(value => ({
            value,
            label: value === 'turn' || value === 'rota' ? oncallWords(`then.${value}`) : t(`then.${value}`),
          }))}
          onChange={choose}
        />
      </p>
      {forward && target === 'turn' && <EscalationFields forward={forward} onChange={onChange} />}
      {forward && target === 'rota' && <RotaFields forward={forward} onChange={onChange} />}
      {forward && target === 'chosen' && <Phones forward={forward} onChange={onChange} />}
      {forward && destinations.data && !phones.some(phone => phone.state === 'linked') && (
        <Note kind="warn">
          <Rich text={t('noDestination')} tags={{ link: text => <Link to="/whatsapp-connect">{text}</Link> }} />
        </Note>
      )}
    </>
  )
}

function findTarget(forward: Forward | null): Target {
  if (!forward) return 'nobody'
  if (forward.rotaId) return 'rota'
  if (forward.next) return 'turn'
  return forward.destinationIds.length === 0 ? 'every' : 'chosen'
}

/** The last phone cannot be removed: without any, the email would go to every phone. */
function Phones({ forward, onChange }: { forward: Forward; onChange(forward: Forward): void }) {
  const t = useWords('editor')
  const phones = useDestinations().data?.items
  const chosen = forward.destinationIds
  const removed = phones ? chosen.filter(id => !phones.some(phone => phone.id === id)) : []
  const toggle = (id: string, isChecked: boolean) =>
    onChange({ ...forward, destinationIds: isChecked ? [...chosen, id] : chosen.filter(other => other !== id) })
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{t('then.phones')}</legend>
      {(phones ?? []).map(phone => {
        const isLast = chosen.length === 1 && chosen[0] === phone.id
        return (
          <Checkbox
            key={phone.id}
            checked={chosen.includes(phone.id)}
            disabled={isLast}
            label={
              <>
                {phone.name} {phone.state !== 'linked' && <span className="text-sm text-ink-2">{t('then.unlinked')}</span>}
              </>
            }
            onChange={isChecked => toggle(phone.id, isChecked)}
          />
        )
      })}
      {removed.map(id => (
        <Checkbox key={id} checked invalid label={t('then.gone')} onChange={() => toggle(id, false)} />
      ))}
    </fieldset>
  )
}
