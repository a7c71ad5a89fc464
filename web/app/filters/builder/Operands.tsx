// The operator and values of a condition, depending on its field.

import { Link } from 'react-router'
import { type OperatorName, operatorsOf, withOperator } from '../../../../core/filters/edit-test.ts'
import type { AuthTest, BadgeTest, FactTest, Test } from '../../../../core/filters/tree.ts'
import { BadgeWanted } from '../../../../core/message/sender-check/badge.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { useWords } from '../../../words/words.tsx'
import { useLists } from '../lists/lists.ts'
import { AmountOperand } from './AmountOperand.tsx'
import { LanguageOperands } from './LanguageOperands.tsx'
import { CountOperand, SizeOperand } from './NumberOperands.tsx'
import { HeaderName, TextOperands } from './TextOperands.tsx'
import { DateOperand, HourOperand, WeekdayOperand } from './TimeOperands.tsx'

export type EditableTest = Exclude<Test, { field: 'exact' }>

export interface OperandsProps {
  test: EditableTest
  /** Marks missing values as errors. */
  isInvalid: boolean
  onChange(test: EditableTest): void
}

export function Operands(props: OperandsProps) {
  const { test, isInvalid, onChange } = props
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return <OperatorPick {...props}>{<SizeOperand test={test} onChange={onChange} />}</OperatorPick>
    case 'attachment_count':
      return <OperatorPick {...props}>{<CountOperand test={test} onChange={onChange} />}</OperatorPick>
    case 'amount':
      return <OperatorPick {...props}>{<AmountOperand test={test} onChange={onChange} />}</OperatorPick>
    case 'date':
      return <OperatorPick {...props}>{<DateOperand test={test} isInvalid={isInvalid} onChange={onChange} />}</OperatorPick>
    case 'weekday':
      return <WeekdayOperand test={test} isInvalid={isInvalid} onChange={onChange} />
    case 'hour':
      return <HourOperand test={test} onChange={onChange} />
    case 'auth':
      return <AuthOperands test={test} onChange={onChange} />
    case 'sender_badge':
      return <OperatorPick {...props}>{<BadgeOperands test={test} onChange={onChange} />}</OperatorPick>
    case 'calendar':
      return <OperatorPick {...props}>{<CalendarOperands test={test} onChange={onChange} />}</OperatorPick>
    default:
      return <TestOperands {...props} test={test} />
  }
}

function TestOperands({ test, isInvalid, onChange }: OperandsProps) {
  const picker = <OperatorPick test={test} isInvalid={isInvalid} onChange={onChange} />
  const headerName = test.field === 'header' && <HeaderName test={test} isInvalid={isInvalid} onChange={onChange} />
  if ('list' in test)
    return (
      <>
        {headerName} {picker} <ListOperand name={test.list} isInvalid={isInvalid} onChange={list => onChange({ ...test, list })} />
      </>
    )
  if (!('values' in test))
    return (
      <>
        {headerName} {picker}
      </>
    )
  const Values = test.field === 'language' ? LanguageOperands : TextOperands
  return (
    <>
      {headerName} {picker} <Values test={test} isInvalid={isInvalid} onChange={values => onChange({ ...test, values })} />
    </>
  )
}

function OperatorPick({ test, onChange, children }: OperandsProps & { children?: React.ReactNode }) {
  const t = useWords('builder')
  const offered = operatorsOf(test.field)
  const operators = offered.includes(test.operator) ? offered : [test.operator, ...offered]
  const options = operators.map(operator => ({ value: operator, label: t(operatorKey(test.field, operator)) }))
  const picker = (operator: OperatorName) => {
    const changed = withOperator(test, operator)
    if (changed.field !== 'exact') onChange(changed)
  }
  return (
    <>
      <InlineSelect<OperatorName> label={t('operator')} value={test.operator} options={options} onChange={picker} />
      {children}
    </>
  )
}

const facts = new Set<EditableTest['field']>(['automated', 'newsletter', 'reply', 'first_time_sender', 'calendar', 'sender_badge'])

function operatorKey(field: EditableTest['field'], operator: OperatorName): WordKey<'builder'> {
  if (facts.has(field)) return operator === 'is_not' ? 'operator.fact.is_not' : 'operator.fact.is'
  if (field === 'attachment_count') return `operator.count.${operator === 'over' || operator === 'under' ? operator : 'is'}`
  if (field === 'amount') return `operator.amount.${amountOperator(operator)}`
  return isLabeled(operator) ? `operator.${operator}` : 'operator.is'
}

const amountOperators = ['over', 'at_least', 'under', 'at_most', 'between'] as const
const amountOperator = (operator: OperatorName) => amountOperators.find(each => each === operator) ?? 'over'

type LabeledOperator = Exclude<OperatorName, 'is_not' | 'in' | 'between' | 'differs' | 'at_least' | 'at_most'>
const isLabeled = (operator: OperatorName): operator is LabeledOperator =>
  !['is_not', 'in', 'between', 'differs', 'at_least', 'at_most'].includes(operator)

const checks = ['any', 'spf', 'dkim', 'dmarc'] as const
const authResults = ['pass', 'fail', 'none'] as const

function AuthOperands({ test, onChange }: { test: AuthTest; onChange(test: AuthTest): void }) {
  const t = useWords('builder')
  return (
    <>
      <InlineSelect
        label={t('auth.check')}
        value={test.check}
        options={checks.map(value => ({ value, label: t(`auth.check.${value}`) }))}
        onChange={check => onChange({ ...test, check })}
      />
      <InlineSelect
        label={t('auth.verdict')}
        value={test.verdict}
        options={authResults.map(value => ({ value, label: t(`auth.verdict.${value}`) }))}
        onChange={verdict => onChange({ ...test, verdict })}
      />
    </>
  )
}

function BadgeOperands({ test, onChange }: { test: BadgeTest; onChange(test: BadgeTest): void }) {
  const t = useWords('builder')
  const options = BadgeWanted.options.map(value => ({ value, label: t(`badge.${value}`) }))
  return <InlineSelect label={t('badge.wanted')} value={test.wanted} options={options} onChange={wanted => onChange({ ...test, wanted })} />
}

type CalendarTest = Extract<FactTest, { field: 'calendar' }>
const methods = ['any', 'request', 'cancel', 'reply'] as const

function CalendarOperands({ test, onChange }: { test: CalendarTest; onChange(test: CalendarTest): void }) {
  const t = useWords('builder')
  const options = methods.map(value => ({ value, label: t(`calendar.${value}`) }))
  return (
    <InlineSelect label={t('calendar.method')} value={test.method} options={options} onChange={method => onChange({ ...test, method })} />
  )
}

function ListOperand({ name, isInvalid, onChange }: { name: string; isInvalid: boolean; onChange(list: string): void }) {
  const t = useWords('builder')
  const lists = useLists().data?.items
  const names = lists?.map(list => list.name) ?? []
  const removed = name && !names.includes(name) ? [{ value: name, label: lists ? t('list.gone', { name }) : name }] : []
  const options = [...(name ? [] : [{ value: '', label: t('list.choose') }]), ...removed, ...names.map(value => ({ value, label: value }))]
  return (
    <>
      <InlineSelect label={t('list')} value={name} options={options} onChange={onChange} invalid={isInvalid && !name.trim()} />
      <Link to="/filters/lists" className="text-sm">
        {t('list.edit')}
      </Link>
    </>
  )
}
