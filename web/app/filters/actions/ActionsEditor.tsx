// Edits what a filter does: where its emails go, when, and what else happens.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { defaultQuietHours, QuietHoursFields } from '../../settings/QuietHoursFields.tsx'
import { ActionBox } from './ActionBox.tsx'
import { DigestFields } from './DigestFields.tsx'
import { ForwardTo } from './ForwardTo.tsx'
import { HourlyLimit } from './HourlyLimit.tsx'
import { MoveFields } from './MoveFields.tsx'
import { PrivacyFields } from './PrivacyFields.tsx'
import { RedactFields } from './RedactFields.tsx'
import { UnsupportedActions } from './UnsupportedActions.tsx'

interface ActionsProps {
  actions: Action[]
  /** Saving was tried, so missing values are marked. */
  hasTried: boolean
  onChange(actions: Action[]): void
  /** A preview of the message that would be sent. */
  preview?: ReactNode
}

const order = [
  ...(['urgent', 'digest', 'quiet', 'at_most'] as const),
  ...(['redact', 'mark_read', 'flag', 'move', 'stop'] as const),
] satisfies Action['kind'][]
type OtherKind = Exclude<Action['kind'], 'forward'>

function newAction(kind: OtherKind): Action {
  switch (kind) {
    case 'redact':
      return { kind, what: ['cards', 'ibans'], patterns: [] }
    case 'move':
      return { kind, folder: '' }
    case 'digest':
      return { kind, every: 'day' }
    case 'quiet':
      return { kind, ...defaultQuietHours }
    case 'at_most':
      return { kind, perHour: 10 }
    default:
      return { kind }
  }
}

export function ActionsEditor({ actions, hasTried, onChange, preview }: ActionsProps) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const replaceAction = (action: Action) => onChange(actions.map(other => (other.kind === action.kind ? action : other)))
  const removeAction = (kind: Action['kind']) => onChange(actions.filter(other => other.kind !== kind))
  const hasAction = (kind: Action['kind']) => actions.some(action => action.kind === kind)
  const unused = order.filter(kind => !hasAction(kind))
  return (
    <div className="grid gap-4 border-t-3 border-dotted border-edge pt-4">
      <ForwardTo
        forward={forward ?? null}
        hasTried={hasTried}
        onChange={next => (next ? onChange([next, ...actions.filter(other => other.kind !== 'forward')]) : removeAction('forward'))}
      />
      {forward && (
        <div className="@container">
          <div className="grid items-start gap-4 rounded-hull bg-bg p-3 @lg:grid-cols-2">
            <PrivacyFields forward={forward} onChange={replaceAction} />
            {preview}
          </div>
        </div>
      )}
      {order.some(hasAction) && (
        <ul aria-label={t('also')} className="grid gap-2">
          {order.map(kind => {
            const action = actions.find(other => other.kind === kind)
            return (
              action && (
                <li key={kind}>
                  {actionRow(action, {
                    hasTried,
                    isNotForwarding: !forward,
                    isUrgent: hasAction('urgent'),
                    onChange: replaceAction,
                    onRemove: () => removeAction(kind),
                  })}
                </li>
              )
            )
          })}
        </ul>
      )}
      <p>
        {unused.length > 0 && (
          <Menu
            label={t('also.add')}
            align="start"
            trigger={
              <Button look="quiet" small data-adds="action">
                <Plus size={16} aria-hidden /> {t('also.add')}
              </Button>
            }
            items={unused.map(kind => ({ label: t(`do.${kind}`), onSelect: () => onChange([...actions, newAction(kind)]) }))}
          />
        )}
      </p>
      <UnsupportedActions actions={actions} />
    </div>
  )
}

interface RowProps {
  hasTried: boolean
  /** Nothing is sent. */
  isNotForwarding: boolean
  isUrgent: boolean
  onChange(action: Action): void
  onRemove(): void
}

function actionRow(action: Action, { isNotForwarding, isUrgent, ...rest }: RowProps) {
  switch (action.kind) {
    case 'forward':
      return null
    case 'redact':
      return <RedactFields action={action} {...rest} />
    case 'move':
      return <MoveFields action={action} {...rest} />
    case 'digest':
      return <DigestFields action={action} isUrgent={isUrgent} {...rest} />
    case 'at_most':
      return <HourlyLimit action={action} isNotForwarding={isNotForwarding} {...rest} />
    case 'quiet':
      return <Quiet action={action} {...rest} />
    case 'urgent':
      return <Urgent onRemove={rest.onRemove} />
    default:
      return <ActionBox kind={action.kind} onRemove={rest.onRemove} />
  }
}

function Quiet({ action, onChange, onRemove }: Pick<RowProps, 'onChange' | 'onRemove'> & { action: Extract<Action, { kind: 'quiet' }> }) {
  const t = useWords('editor')
  return (
    <ActionBox kind="quiet" onRemove={onRemove}>
      <QuietHoursFields hours={action} onChange={hours => onChange({ ...hours, kind: 'quiet' })} />
      <p className="text-sm text-ink-2">{t('quiet.note')}</p>
    </ActionBox>
  )
}

function Urgent({ onRemove }: Pick<RowProps, 'onRemove'>) {
  const t = useWords('editor')
  return (
    <ActionBox kind="urgent" onRemove={onRemove}>
      <p className="text-sm text-ink-2">{t('urgent.note')}</p>
    </ActionBox>
  )
}
