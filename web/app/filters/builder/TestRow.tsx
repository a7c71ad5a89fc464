// One condition as a row: field, operator, values.
import { CircleAlert, X } from 'lucide-react'
import type { ConditionPath } from '../../../../core/filters/edit.ts'
import { missingIn, withField } from '../../../../core/filters/edit-test.ts'
import type { Test } from '../../../../core/filters/tree.ts'
import { useToday } from '../../../now.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TestWords } from '../../../ui/text/TestWords.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Drag, dropLine } from '../useDrag.ts'
import { type Edit, pathKey, remove } from './edit.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { Grip } from './Grip.tsx'
import { pressOnRow } from './keys.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { Operands } from './Operands.tsx'
import { useWrongPattern } from './patterns.ts'

interface RowProps {
  edit: Edit
  drag: Drag
  path: ConditionPath
  label: string
  test: Test
  onChange(test: Test): void
}

export function TestRow({ edit, drag, path, label, test, onChange }: RowProps) {
  const t = useWords('builder')
  const place = pathKey(path)
  const missing = edit.wrong.has(place) ? missingIn(test) : null
  const pattern = useWrongPattern(test)
  const wrong = missing ? t(`wrong.${missing}`) : pattern !== null ? t('wrong.regexp', { value: pattern }) : null
  return (
    <div
      role="group"
      aria-label={label}
      data-at={place}
      data-drop={place}
      className={cx(
        'rounded-hull bg-bg py-1.5 ps-1.5 pe-1 max-md:ps-2.5',
        drag.lifted === place && 'opacity-50',
        wrong ? 'shadow-[inset_0_0_0_2px_var(--danger-fill)]' : dropLine(drag.over, place),
      )}
    >
      <div role="presentation" className="flex items-start gap-1" onKeyDown={event => pressOnRow(event, edit, path)}>
        <Grip drag={drag} edit={edit} path={path} label={t('grip')} />
        <Parts test={test} wrong={missing !== null} onChange={onChange} />
        <MoreMenu edit={edit} path={path} label={t('more')} />
        <IconButton icon={X} label={t('condition.remove')} className="size-9!" onClick={() => remove(edit, path)} />
      </div>
      {wrong && (
        <p className="flex items-start gap-1.5 px-1.5 pt-1 pb-1 text-sm text-danger">
          <CircleAlert size={16} aria-hidden className="mt-0.5" />
          {wrong}
        </p>
      )}
    </div>
  )
}

function Parts({ test, wrong, onChange }: { test: Test; wrong: boolean; onChange(test: Test): void }) {
  const t = useWords('builder')
  const today = useToday()
  if (test.field === 'exact')
    return (
      <div className="min-w-0 flex-1 py-1.5 text-[0.9375rem]/6">
        <TestWords test={test} />
        <span className="block text-sm text-ink-2">{t('exact.note')}</span>
      </div>
    )
  return (
    <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-2 has-data-tokens:items-start has-data-tokens:pt-0.5">
      <FieldPicker value={test.field} onChange={field => onChange(withField(test, field, today))} />
      <Operands test={test} wrong={wrong} onChange={onChange} />
    </div>
  )
}
