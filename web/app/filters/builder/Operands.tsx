// How a condition compares, and with what: each kind of test has its own.
import { type OperatorName, operatorsOf, withOperator } from '../../../../core/filters/edit-test.ts'
import type { Test } from '../../../../core/filters/tree.ts'
import type { Key } from '../../../../core/words/rooms.ts'
import { Pick } from '../../../ui/Pick.tsx'
import { useWords } from '../../../words.tsx'
import { AuthOperands } from './AuthOperands.tsx'
import { BadgeOperands } from './BadgeOperands.tsx'
import { CalendarOperands } from './CalendarOperands.tsx'
import { LanguageOperands } from './LanguageOperands.tsx'
import { ListOperand } from './ListOperand.tsx'
import { CountOperand, SizeOperand } from './NumberOperands.tsx'
import { DateOperand, HourOperand, WeekdayOperand } from './TimeOperands.tsx'
import { HeaderName, WordOperands } from './WordOperands.tsx'

export type Known = Exclude<Test, { field: 'exact' }>

export interface OperandsProps {
  test: Known
  /** Something is missing here. */
  wrong: boolean
  onChange(test: Known): void
}

export function Operands(props: OperandsProps) {
  const { test, wrong, onChange } = props
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return <OperatorPick {...props}>{<SizeOperand test={test} onChange={onChange} />}</OperatorPick>
    case 'attachment_count':
      return <OperatorPick {...props}>{<CountOperand test={test} onChange={onChange} />}</OperatorPick>
    case 'date':
      return <OperatorPick {...props}>{<DateOperand test={test} wrong={wrong} onChange={onChange} />}</OperatorPick>
    case 'weekday':
      return <WeekdayOperand test={test} wrong={wrong} onChange={onChange} />
    case 'hour':
      return <HourOperand test={test} onChange={onChange} />
    case 'auth':
      return <AuthOperands test={test} onChange={onChange} />
    case 'sender_badge':
      return <OperatorPick {...props}>{<BadgeOperands test={test} onChange={onChange} />}</OperatorPick>
    case 'calendar':
      return <OperatorPick {...props}>{<CalendarOperands test={test} onChange={onChange} />}</OperatorPick>
    default:
      return <Reading {...props} test={test} />
  }
}

function Reading({ test, wrong, onChange }: OperandsProps) {
  const pick = <OperatorPick test={test} wrong={wrong} onChange={onChange} />
  const head = test.field === 'header' && <HeaderName test={test} wrong={wrong} onChange={onChange} />
  if ('list' in test)
    return (
      <>
        {head} {pick} <ListOperand name={test.list} wrong={wrong} onChange={list => onChange({ ...test, list })} />
      </>
    )
  if (!('values' in test))
    return (
      <>
        {head} {pick}
      </>
    )
  const Values = test.field === 'language' ? LanguageOperands : WordOperands
  return (
    <>
      {head} {pick} <Values test={test} wrong={wrong} onChange={values => onChange({ ...test, values })} />
    </>
  )
}

function OperatorPick({ test, onChange, children }: OperandsProps & { children?: React.ReactNode }) {
  const t = useWords('builder')
  const offered = operatorsOf(test.field)
  const known = offered.includes(test.operator) ? offered : [test.operator, ...offered]
  const options = known.map(operator => ({ value: operator, word: t(wordOf(test.field, operator)) }))
  const pick = (operator: OperatorName) => {
    const changed = withOperator(test, operator)
    if (changed.field !== 'exact') onChange(changed)
  }
  return (
    <>
      <Pick<OperatorName> label={t('operator')} value={test.operator} options={options} onChange={pick} />
      {children}
    </>
  )
}

const facts = new Set<Known['field']>(['automated', 'newsletter', 'reply', 'first_time_sender', 'calendar', 'sender_badge'])

function wordOf(field: Known['field'], operator: OperatorName): Key<'builder'> {
  if (facts.has(field)) return operator === 'is_not' ? 'operator.fact.is_not' : 'operator.fact.is'
  if (field === 'attachment_count') return `operator.count.${operator === 'over' || operator === 'under' ? operator : 'is'}`
  return isWorded(operator) ? `operator.${operator}` : 'operator.is'
}

type Worded = Exclude<OperatorName, 'is_not' | 'in' | 'between' | 'differs' | 'at_least' | 'at_most'>
const isWorded = (operator: OperatorName): operator is Worded =>
  !['is_not', 'in', 'between', 'differs', 'at_least', 'at_most'].includes(operator)
