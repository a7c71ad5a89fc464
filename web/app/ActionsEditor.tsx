// What a filter does when it holds: where its mail goes, and whether the run ends.
import { Link } from 'react-router'
import type { Action } from '../../core/filters/action.ts'
import { Note } from '../ui/Note.tsx'
import { Pick } from '../ui/Pick.tsx'
import { Rich } from '../ui/Rich.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useWords } from '../words.tsx'
import { useDestinations } from './destinations.ts'

export function ActionsEditor({ actions, onChange }: { actions: Action[]; onChange(actions: Action[]): void }) {
  const t = useWords('filters')
  const destinations = useDestinations()
  const phones = destinations.data?.items ?? []
  const forward = actions.find(action => action.kind === 'forward')
  const stops = actions.some(action => action.kind === 'stop')
  const chosen = forward?.destinationIds ?? []
  const value = chosen.length === 0 ? 'every' : chosen.length === 1 ? (chosen[0] ?? 'every') : 'several'
  const options = [
    { value: 'every', word: t('then.every') },
    ...(chosen.length > 1 ? [{ value: 'several', word: t('then.several', { n: chosen.length }) }] : []),
    ...phones.map(phone => ({ value: phone.id, word: phone.state === 'linked' ? phone.name : t('then.unlinked', { name: phone.name }) })),
  ]
  const send = (to: string) => {
    if (to === 'several') return
    onChange([{ kind: 'forward', destinationIds: to === 'every' ? [] : [to] }, ...actions.filter(action => action.kind !== 'forward')])
  }
  const stop = (on: boolean) => onChange([...actions.filter(action => action.kind !== 'stop'), ...(on ? [{ kind: 'stop' as const }] : [])])
  return (
    <div className="grid gap-4 border-t-3 border-dotted border-edge pt-4">
      <p className="flex flex-wrap items-center gap-2 text-lg">
        {t('then')} <Pick label={t('then.label')} value={value} options={options} onChange={send} />
      </p>
      <Switch label={t('stop.label')} checked={stops} onChange={stop} />
      {destinations.data && !phones.some(phone => phone.state === 'linked') && (
        <Note kind="warn">
          <Rich text={t('editor.noDestination')} tags={{ link: text => <Link to="/whatsapp-connect">{text}</Link> }} />
        </Note>
      )}
    </div>
  )
}
