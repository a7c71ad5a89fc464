// What a filter does when it holds: where its mail goes, and what else.
import { Plus } from 'lucide-react'
import { type Action, offeredActions } from '../../../../core/filters/action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useWords } from '../../../words.tsx'
import { ForwardTo } from './ForwardTo.tsx'
import { KeptActions } from './KeptActions.tsx'
import { MoveTo } from './MoveTo.tsx'
import { PlainAction } from './PlainAction.tsx'
import { Redact } from './Redact.tsx'

interface ActionsProps {
  actions: Action[]
  /** What is missing is marked. */
  hasTried: boolean
  onChange(actions: Action[]): void
}

const order = ['redact', 'mark_read', 'flag', 'move', 'stop'] as const satisfies Action['kind'][]
type Other = (typeof order)[number]

const fresh = (kind: Other): Action => {
  if (kind === 'redact') return { kind, what: ['cards', 'ibans'], patterns: [] }
  return kind === 'move' ? { kind, folder: '' } : { kind }
}

export function ActionsEditor({ actions, hasTried, onChange }: ActionsProps) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const put = (action: Action) => onChange(actions.map(other => (other.kind === action.kind ? action : other)))
  const drop = (kind: Action['kind']) => onChange(actions.filter(other => other.kind !== kind))
  const left = order.filter(kind => offeredActions.has(kind) && !actions.some(action => action.kind === kind))
  return (
    <div className="grid gap-4 border-t-3 border-dotted border-edge pt-4">
      <ForwardTo
        forward={forward ?? null}
        hasTried={hasTried}
        onChange={next => (next ? onChange([next, ...actions.filter(other => other.kind !== 'forward')]) : drop('forward'))}
      />
      {order.some(kind => actions.some(action => action.kind === kind)) && (
        <ul aria-label={t('also')} className="grid gap-2">
          {order.map(kind => {
            const action = actions.find(other => other.kind === kind)
            return action && <li key={kind}>{row(action, hasTried, put, () => drop(kind))}</li>
          })}
        </ul>
      )}
      <p>
        {left.length > 0 && (
          <Menu
            label={t('also.add')}
            align="start"
            trigger={
              <Button look="quiet" small data-adds="action">
                <Plus size={16} aria-hidden /> {t('also.add')}
              </Button>
            }
            items={left.map(kind => ({ word: t(`do.${kind}`), onPick: () => onChange([...actions, fresh(kind)]) }))}
          />
        )}
      </p>
      <KeptActions actions={actions} onRemove={drop} />
    </div>
  )
}

function row(action: Action, hasTried: boolean, put: (action: Action) => void, drop: () => void) {
  if (action.kind === 'redact') return <Redact action={action} hasTried={hasTried} onChange={put} onRemove={drop} />
  if (action.kind === 'move') return <MoveTo action={action} hasTried={hasTried} onChange={put} onRemove={drop} />
  return action.kind === 'mark_read' || action.kind === 'flag' || action.kind === 'stop' ? (
    <PlainAction kind={action.kind} onRemove={drop} />
  ) : null
}
