// Which kind of calendar entry a condition asks for.
import type { FactTest } from '../../../../core/filters/tree.ts'
import { Pick } from '../../../ui/Pick.tsx'
import { useWords } from '../../../words.tsx'

type CalendarTest = Extract<FactTest, { field: 'calendar' }>
const methods = ['any', 'request', 'cancel', 'reply'] as const

export function CalendarOperands({ test, onChange }: { test: CalendarTest; onChange(test: CalendarTest): void }) {
  const t = useWords('builder')
  const options = methods.map(value => ({ value, word: t(`calendar.${value}`) }))
  return <Pick label={t('calendar.method')} value={test.method} options={options} onChange={method => onChange({ ...test, method })} />
}
