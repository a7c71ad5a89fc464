// Edits what a filter does: where its emails go, when, and what else happens.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { QuietHoursFields, usualQuiet } from '../../settings/QuietHoursFields.tsx'
import { AtMost } from './AtMost.tsx'
import { Digest } from './Digest.tsx'
import { ForwardTo } from './ForwardTo.tsx'
import { KeptActions } from './KeptActions.tsx'
import { MoveTo } from './MoveTo.tsx'
import { PlainAction } from './PlainAction.tsx'
import { Redact } from './Redact.tsx'
import { Shows } from './Shows.tsx'

interface ActionsProps {
  actions: Action[]
  /** What is missing is marked. */
  hasTried: boolean
  onChange(actions: Action[]): void
  /** The message that this would send. */
  bubble?: ReactNode
}

const order = [
  ...(['urgent', 'digest', 'quiet', 'at_most'] as const),
  ...(['redact', 'mark_read', 'flag', 'move', 'stop'] as const),
] satisfies Action['kind'][]
type Other = Exclude<Action['kind'], 'forward'>

function fresh(kind: Other): Action {
  switch (kind) {
    case 'redact':
      return { kind, what: ['cards', 'ibans'], patterns: [] }
    case 'move':
      return { kind, folder: '' }
    case 'digest':
      return { kind, every: 'day' }
    case 'quiet':
      return { kind, ...usualQuiet }
    case 'at_most':
      return { kind, perHour: 10 }
    default:
      return { kind }
  }
}

export function ActionsEditor({ actions, hasTried, onChange, bubble }: ActionsProps) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const put = (action: Action) => onChange(actions.map(other => (other.kind === action.kind ? action : other)))
  const drop = (kind: Action['kind']) => onChange(actions.filter(other => other.kind !== kind))
  const has = (kind: Action['kind']) => actions.some(action => action.kind === kind)
  const left = order.filter(kind => !has(kind))
  return (
    <div className="grid gap-4 border-t-3 border-dotted border-edge pt-4">
      <ForwardTo
        forward={forward ?? null}
        hasTried={hasTried}
        onChange={next => (next ? onChange([next, ...actions.filter(other => other.kind !== 'forward')]) : drop('forward'))}
      />
      {forward && (
        <div className="@container">
          <div className="grid items-start gap-4 rounded-hull bg-bg p-3 @lg:grid-cols-2">
            <Shows forward={forward} onChange={put} />
            {bubble}
          </div>
        </div>
      )}
      {order.some(has) && (
        <ul aria-label={t('also')} className="grid gap-2">
          {order.map(kind => {
            const action = actions.find(other => other.kind === kind)
            return (
              action && (
                <li key={kind}>
                  {row(action, { hasTried, isIdle: !forward, isUrgent: has('urgent'), onChange: put, onRemove: () => drop(kind) })}
                </li>
              )
            )
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
      <KeptActions actions={actions} />
    </div>
  )
}

interface Row {
  hasTried: boolean
  /** Nothing is sent. */
  isIdle: boolean
  isUrgent: boolean
  onChange(action: Action): void
  onRemove(): void
}

function row(action: Action, { isIdle, isUrgent, ...rest }: Row) {
  switch (action.kind) {
    case 'forward':
      return null
    case 'redact':
      return <Redact action={action} {...rest} />
    case 'move':
      return <MoveTo action={action} {...rest} />
    case 'digest':
      return <Digest action={action} isUrgent={isUrgent} {...rest} />
    case 'at_most':
      return <AtMost action={action} isIdle={isIdle} {...rest} />
    case 'quiet':
      return <Quiet action={action} {...rest} />
    case 'urgent':
      return <Urgent onRemove={rest.onRemove} />
    default:
      return <PlainAction kind={action.kind} onRemove={rest.onRemove} />
  }
}

function Quiet({ action, onChange, onRemove }: Pick<Row, 'onChange' | 'onRemove'> & { action: Extract<Action, { kind: 'quiet' }> }) {
  const t = useWords('editor')
  return (
    <PlainAction kind="quiet" onRemove={onRemove}>
      <QuietHoursFields hours={action} onChange={hours => onChange({ ...hours, kind: 'quiet' })} />
      <p className="text-sm text-ink-2">{t('quiet.note')}</p>
    </PlainAction>
  )
}

function Urgent({ onRemove }: Pick<Row, 'onRemove'>) {
  const t = useWords('editor')
  return (
    <PlainAction kind="urgent" onRemove={onRemove}>
      <p className="text-sm text-ink-2">{t('urgent.note')}</p>
    </PlainAction>
  )
}
