// One condition as a row: what to look at, how to compare, and the words to look for.
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { Test } from '../../core/filters/tree.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Pick } from '../ui/Pick.tsx'
import { inputClass } from '../ui/TextInput.tsx'
import { TokenInput } from '../ui/TokenInput.tsx'
import { useWords } from '../words.tsx'

interface TestEditorProps {
  /** Where it stands in the filter. */
  place: string
  label: string
  test: Test
  wrong: boolean
  onChange(test: Test): void
  onRemove(): void
}

const fields = ['from', 'to', 'cc', 'subject', 'body', 'header', 'attachment', 'size'] as const
const operators = ['contains', 'is', 'starts', 'ends', 'wildcard'] as const
const isOffered = (field: Test['field']): field is (typeof fields)[number] => fields.some(offered => offered === field)
const kilobyte = 1000

export function TestEditor({ place, label, test, wrong, onChange, onRemove }: TestEditorProps) {
  const t = useWords('filters')
  return (
    <div
      role="group"
      aria-label={label}
      data-at={place}
      className={cx('rounded-hull bg-bg py-1.5 ps-3 pe-1', wrong && 'shadow-[inset_0_0_0_2px_var(--danger-fill)]')}
    >
      <div className="flex items-start gap-1">
        <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-2">
          <Pick
            label={t('field')}
            value={test.field}
            options={[
              ...(isOffered(test.field) ? [] : [{ value: test.field, word: test.field }]),
              ...fields.map(field => ({ value: field, word: t(`field.${field}`) })),
            ]}
            onChange={field => onChange(withField(test, field))}
          />
          <Operands test={test} wrong={wrong} onChange={onChange} />
        </div>
        <IconButton icon={X} label={t('condition.remove')} onClick={onRemove} />
      </div>
      {wrong && (
        <p className="flex items-center gap-1.5 pb-1 text-sm text-danger">
          <CircleAlert size={16} aria-hidden />
          {t(test.field === 'header' && !test.name.trim() ? 'header.missing' : 'values.missing')}
        </p>
      )}
    </div>
  )
}

interface OperandsProps {
  test: Test
  wrong: boolean
  onChange(test: Test): void
}

function Operands({ test, wrong, onChange }: OperandsProps) {
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
        <Kilobytes bytes={test.bytes} onChange={bytes => onChange({ ...test, bytes })} />
      </>
    )
  }
  if (!('values' in test) || test.operator === 'regexp') return null
  const options = operators.map(value => ({ value, word: t(`operator.${value}`) }))
  return (
    <>
      {test.field === 'header' && (
        <input
          aria-label={t('header.name')}
          aria-invalid={(wrong && !test.name.trim()) || undefined}
          placeholder={t('header.name')}
          maxLength={100}
          className={cx(inputClass, 'min-h-9 w-44 py-1')}
          value={test.name}
          onChange={event => onChange({ ...test, name: event.target.value })}
        />
      )}
      <Pick label={t('operator')} value={test.operator} options={options} onChange={operator => onChange({ ...test, operator })} />
      <span className="min-w-32 flex-1">
        <TokenInput
          bare
          label={t(test.operator === 'wildcard' ? 'values.wildcard' : 'values')}
          placeholder={t('values.placeholder')}
          wrong={wrong && test.values.length === 0}
          values={test.values}
          onChange={values => onChange({ ...test, values })}
        />
      </span>
    </>
  )
}

/** What is typed stays as it is typed, also while it is empty; the last whole number counts. */
function Kilobytes({ bytes, onChange }: { bytes: number; onChange(bytes: number): void }) {
  const t = useWords('filters')
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(text)
    const kilobytes = Math.round(Number(text))
    if (kilobytes >= 1) onChange(kilobytes * kilobyte)
  }
  return (
    <>
      <input
        type="number"
        min={1}
        aria-label={t('size.value')}
        className={cx(inputClass, 'min-h-9 w-28 py-1')}
        value={typed ?? Math.max(1, Math.round(bytes / kilobyte))}
        onChange={event => take(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      {t('size.unit')}
    </>
  )
}

/** Keeps what was typed where the new field has a place for it. */
function withField(test: Test, field: Test['field']): Test {
  if (!isOffered(field)) return test
  if (field === 'attachment') return { field, operator: 'exists' }
  if (field === 'size') return { field, operator: 'over', bytes: 1000 * kilobyte }
  const kept = 'values' in test ? { operator: test.operator, values: test.values } : { operator: 'contains' as const, values: [] }
  return field === 'header' ? { field, name: '', ...kept } : { field, ...kept }
}
