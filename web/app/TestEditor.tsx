// One condition as a row: what to look at, how to compare, and the words to look for.
import { X } from 'lucide-react'
import { type Test, TextField, TextOperator } from '../../core/filters/tree.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Pick } from '../ui/Pick.tsx'
import { inputClass } from '../ui/TextInput.tsx'
import { TokenInput } from '../ui/TokenInput.tsx'
import { useWords } from '../words.tsx'

interface TestEditorProps {
  test: Test
  wrong: boolean
  onChange(test: Test): void
  onRemove(): void
}

const fields = [...TextField.options, 'header', 'attachment', 'size'] as const
const kilobyte = 1000

export function TestEditor({ test, wrong, onChange, onRemove }: TestEditorProps) {
  const t = useWords('filters')
  return (
    <div
      className={cx('flex items-start gap-1 rounded-hull bg-bg py-1.5 ps-3 pe-1', wrong && 'shadow-[inset_0_0_0_2px_var(--danger-fill)]')}
      aria-invalid={wrong || undefined}
      role="group"
    >
      <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-2">
        <Pick
          label={t('field')}
          value={test.field}
          options={fields.map(field => ({ value: field, word: t(`field.${field}`) }))}
          onChange={field => onChange(withField(test, field))}
        />
        <Operands test={test} onChange={onChange} />
      </div>
      <IconButton icon={X} label={t('condition.remove')} onClick={onRemove} />
    </div>
  )
}

function Operands({ test, onChange }: { test: Test; onChange(test: Test): void }) {
  const t = useWords('filters')
  if (test.field === 'attachment') {
    const options = (['exists', 'missing'] as const).map(value => ({ value, word: t(`operator.${value}`) }))
    return <Pick label={t('operator')} value={test.operator} options={options} onChange={operator => onChange({ ...test, operator })} />
  }
  if (test.field === 'size') {
    const options = (['over', 'under'] as const).map(value => ({ value, word: t(`operator.${value}`) }))
    return (
      <>
        <Pick label={t('operator')} value={test.operator} options={options} onChange={operator => onChange({ ...test, operator })} />
        <input
          type="number"
          min={1}
          aria-label={t('size.value')}
          className={cx(inputClass, 'w-28 min-h-9 py-1 text-sm')}
          value={Math.round(test.bytes / kilobyte)}
          onChange={event => onChange({ ...test, bytes: Math.max(1, Math.round(event.target.valueAsNumber || 1)) * kilobyte })}
        />
        {t('size.unit')}
      </>
    )
  }
  const operators = TextOperator.options.map(value => ({ value, word: t(`operator.${value}`) }))
  return (
    <>
      {test.field === 'header' && (
        <input
          aria-label={t('header.name')}
          placeholder={t('header.name')}
          className={cx(inputClass, 'w-44 min-h-9 py-1 text-sm')}
          value={test.name}
          onChange={event => onChange({ ...test, name: event.target.value })}
        />
      )}
      <Pick label={t('operator')} value={test.operator} options={operators} onChange={operator => onChange({ ...test, operator })} />
      <span className="min-w-32 flex-1">
        <TokenInput
          bare
          label={t(test.operator === 'wildcard' ? 'values.wildcard' : 'values')}
          placeholder={t('values.placeholder')}
          values={test.values}
          onChange={values => onChange({ ...test, values })}
        />
      </span>
    </>
  )
}

/** Keeps what was typed where the new field has a place for it. */
function withField(test: Test, field: Test['field']): Test {
  if (field === 'attachment') return { field, operator: 'exists' }
  if (field === 'size') return { field, operator: 'over', bytes: 1000 * kilobyte }
  const kept = 'values' in test ? { operator: test.operator, values: test.values } : { operator: 'contains' as const, values: [] }
  return field === 'header' ? { field, name: '', ...kept } : { field, ...kept }
}
