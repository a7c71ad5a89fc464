// The folder that a matching mail is moved to.
import type { Action } from '../../../../core/filters/action.ts'
import { Field } from '../../../ui/Field.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useWords } from '../../../words.tsx'
import { PlainAction } from './PlainAction.tsx'

type Move = Extract<Action, { kind: 'move' }>

export function MoveTo({
  action,
  hasTried,
  onChange,
  onRemove,
}: {
  action: Move
  hasTried: boolean
  onChange(action: Move): void
  onRemove(): void
}) {
  const t = useWords('editor')
  const error = hasTried && !action.folder.trim() ? t('move.missing') : undefined
  return (
    <PlainAction kind="move" onRemove={onRemove}>
      <Field label={t('move.folder')} help={t('move.help')} error={error}>
        <TextInput
          value={action.folder}
          maxLength={200}
          placeholder={t('move.placeholder')}
          onChange={event => onChange({ ...action, folder: event.target.value })}
        />
      </Field>
    </PlainAction>
  )
}
