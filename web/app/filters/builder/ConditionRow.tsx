// One condition as a row: field, operator, values.
import { CircleAlert, X } from 'lucide-react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { missingIn, withField } from '../../../../core/filters/edit-test.ts'
import type { Test } from '../../../../core/filters/tree.ts'
import { useToday } from '../../../now.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ConditionText } from '../../../ui/text/ConditionText.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Drag, dropLine } from '../useDrag.ts'
import { handleRowKey } from './builder-keys.ts'
import { ConditionMenu } from './ConditionMenu.tsx'
import { DragHandle } from './DragHandle.tsx'
import { type BuilderEdit, pathKey, removeCondition } from './edit.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { Operands } from './Operands.tsx'
import { useInvalidPattern } from './patterns.ts'

interface RowProps {
  edit: BuilderEdit
  drag: Drag
  path: ConditionPath
  label: string
  test: Test
  onChange(test: Test): void
}

export function ConditionRow({ edit, drag, path, label, test, onChange }: RowProps) {
  const t = useWords('builder')
  const key = pathKey(path)
  const missing = edit.invalidPaths.has(key) ? missingIn(test) : null
  const pattern = useInvalidPattern(test)
  const errorText = missing ? t(`wrong.${missing}`) : pattern !== null ? t('wrong.regexp', { value: pattern }) : null
  return (
    <div
      role="group"
      aria-label={label}
      data-at={key}
      data-drop={key}
      className={cx(
        'rounded-hull bg-bg py-1.5 ps-1.5 pe-1 max-md:ps-2.5',
        drag.draggedId === key && 'opacity-50',
        errorText ? 'shadow-[inset_0_0_0_2px_var(--danger-fill)]' : dropLine(drag.target, key),
      )}
    >
      <div role="presentation" className="flex items-start gap-1" onKeyDown={event => handleRowKey(event, edit, path)}>
        <DragHandle drag={drag} edit={edit} path={path} label={t('grip')} />
        <ConditionFields test={test} isInvalid={missing !== null} onChange={onChange} />
        <ConditionMenu edit={edit} path={path} label={t('more')} />
        <IconButton icon={X} label={t('condition.remove')} className="size-9!" onClick={() => removeCondition(edit, path)} />
      </div>
      {errorText && (
        <p className="flex items-start gap-1.5 px-1.5 pt-1 pb-1 text-sm text-danger">
          <CircleAlert size={16} aria-hidden className="mt-0.5" />
          {errorText}
        </p>
      )}
    </div>
  )
}

function ConditionFields({ test, isInvalid, onChange }: { test: Test; isInvalid: boolean; onChange(test: Test): void }) {
  const t = useWords('builder')
  const today = useToday()
  if (test.field === 'exact')
    return (
      <div className="min-w-0 flex-1 py-1.5 text-[0.9375rem]/6">
        <ConditionText test={test} />
        <span className="block text-sm text-ink-2">{t('exact.note')}</span>
      </div>
    )
  return (
    <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-2 has-data-tokens:items-start has-data-tokens:pt-0.5">
      <FieldPicker value={test.field} onChange={field => onChange(withField(test, field, today))} />
      <Operands test={test} isInvalid={isInvalid} onChange={onChange} />
    </div>
  )
}
