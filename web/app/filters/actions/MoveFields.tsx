// Chooses the folder that matching emails are moved to.
import type { Action } from '../../../../core/filters/action.ts'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ActionBox } from './ActionBox.tsx'

type Move = Extract<Action, { kind: 'move' }>

export function MoveFields({
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
    <ActionBox kind="move" onRemove={onRemove}>
      <Field label={t('move.folder')} help={t('move.help')} error={error}>
        <TextInput
          value={action.folder}
          maxLength={200}
          placeholder={t('move.placeholder')}
          onChange={event => onChange({ ...action, folder: event.target.value })}
        />
      </Field>
    </ActionBox>
  )
}
