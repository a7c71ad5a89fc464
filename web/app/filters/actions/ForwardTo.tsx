// Chooses the phones that matching emails go to: all, some, or none.
import { Link } from 'react-router'
import type { Action } from '../../../../core/filters/action.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useRotas } from '../../queries/rotas.ts'
import { ByRota, InTurn, usualNext } from './InTurn.tsx'

type Forward = Extract<Action, { kind: 'forward' }>
const ways = ['every', 'chosen', 'turn', 'rota', 'nobody'] as const
type Way = (typeof ways)[number]

interface ForwardProps {
  forward: Forward | null
  hasTried: boolean
  onChange(forward: Forward | null): void
}

export function ForwardTo({ forward, onChange }: ForwardProps) {
  const t = useWords('editor')
  const destinations = useDestinations()
  const phones = destinations.data?.items ?? []
  const spoken = useWords('oncall')
  const [rota] = useRotas().data?.items ?? []
  const way = wayOf(forward)
  const isOffered = { every: true, chosen: phones.length > 0, turn: phones.length > 0, rota: rota !== undefined, nobody: true }
  const offered = ways.filter(other => isOffered[other] || other === way)
  const choose = (chosen: Way) => {
    const { next: _, rotaId: __, ...rest } = forward ?? { kind: 'forward' as const }
    const [first] = phones.toSorted((a, b) => Number(b.state === 'linked') - Number(a.state === 'linked'))
    if (chosen === 'nobody') onChange(null)
    else if (chosen === 'rota') onChange({ ...rest, destinationIds: [], ...(rota && { rotaId: rota.id }) })
    else if (chosen === 'turn') onChange({ ...rest, destinationIds: (first ? [first] : []).map(({ id }) => id), next: usualNext })
    else onChange({ ...rest, destinationIds: chosen === 'chosen' && first ? [first.id] : [] })
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-lg">
        {t('then')}{' '}
        <Pick
          label={t('then.label')}
          value={way}
          options={offered.map(value => ({
            value,
            word: value === 'turn' || value === 'rota' ? spoken(`then.${value}`) : t(`then.${value}`),
          }))}
          onChange={choose}
        />
      </p>
      {forward && way === 'turn' && <InTurn forward={forward} onChange={onChange} />}
      {forward && way === 'rota' && <ByRota forward={forward} onChange={onChange} />}
      {forward && way === 'chosen' && <Phones forward={forward} onChange={onChange} />}
      {forward && destinations.data && !phones.some(phone => phone.state === 'linked') && (
        <Note kind="warn">
          <Rich text={t('noDestination')} tags={{ link: text => <Link to="/whatsapp-connect">{text}</Link> }} />
        </Note>
      )}
    </>
  )
}

function wayOf(forward: Forward | null): Way {
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
  const gone = phones ? chosen.filter(id => !phones.some(phone => phone.id === id)) : []
  const turn = (id: string, on: boolean) =>
    onChange({ ...forward, destinationIds: on ? [...chosen, id] : chosen.filter(other => other !== id) })
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
            onChange={on => turn(phone.id, on)}
          />
        )
      })}
      {gone.map(id => (
        <Checkbox key={id} checked wrong label={t('then.gone')} onChange={() => turn(id, false)} />
      ))}
    </fieldset>
  )
}
