// Which phones a matching mail goes to: every one, some, or none.
import { Link } from 'react-router'
import type { Action } from '../../../../core/filters/action.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Pick } from '../../../ui/Pick.tsx'
import { Rich } from '../../../ui/Rich.tsx'
import { useWords } from '../../../words.tsx'
import { useDestinations } from '../../destinations.ts'

type Forward = Extract<Action, { kind: 'forward' }>
const ways = ['every', 'chosen', 'nobody'] as const

interface ForwardProps {
  forward: Forward | null
  hasTried: boolean
  onChange(forward: Forward | null): void
}

export function ForwardTo({ forward, onChange }: ForwardProps) {
  const t = useWords('editor')
  const destinations = useDestinations()
  const phones = destinations.data?.items ?? []
  const way = !forward ? 'nobody' : forward.destinationIds.length === 0 ? 'every' : 'chosen'
  const offered = phones.length > 0 || way === 'chosen' ? ways : ways.filter(other => other !== 'chosen')
  const choose = (next: (typeof ways)[number]) => {
    const [first] = phones.toSorted((a, b) => Number(b.state === 'linked') - Number(a.state === 'linked'))
    if (next === 'nobody') onChange(null)
    else onChange({ ...(forward ?? { kind: 'forward' }), destinationIds: next === 'chosen' && first ? [first.id] : [] })
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-lg">
        {t('then')}{' '}
        <Pick label={t('then.label')} value={way} options={offered.map(value => ({ value, word: t(`then.${value}`) }))} onChange={choose} />
      </p>
      {forward && way === 'chosen' && <Phones forward={forward} onChange={onChange} />}
      {forward && destinations.data && !phones.some(phone => phone.state === 'linked') && (
        <Note kind="warn">
          <Rich text={t('noDestination')} tags={{ link: text => <Link to="/whatsapp-connect">{text}</Link> }} />
        </Note>
      )}
    </>
  )
}

/** The last one stays chosen: with none the mail would go to every phone. */
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
