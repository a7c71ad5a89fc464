// The operator and values of a condition, depending on its field.

import { Link } from 'react-router'
import { type OperatorName, operatorsOf, withOperator } from '../../../../core/filters/edit-test.ts'
import type { AuthTest, BadgeTest, FactTest, Test } from '../../../../core/filters/tree.ts'
import { BadgeWanted } from '../../../../core/message/sender-check/badge.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { useWords } from '../../../words/words.tsx'
import { useLists } from '../lists/lists.ts'
import { LanguageOperands } from './LanguageOperands.tsx'
import { CountOperand, SizeOperand } from './NumberOperands.tsx'
import { DateOperand, HourOperand, WeekdayOperand } from './TimeOperands.tsx'
import { HeaderName, WordOperands } from './WordOperands.tsx'

export type KnownTest = Exclude<Test, { field: 'exact' }>

export interface OperandsProps {
  test: KnownTest
  /** Something is missing here. */
  wrong: boolean
  onChange(test: KnownTest): void
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

const facts = new Set<KnownTest['field']>(['automated', 'newsletter', 'reply', 'first_time_sender', 'calendar', 'sender_badge'])

function wordOf(field: KnownTest['field'], operator: OperatorName): WordKey<'builder'> {
  if (facts.has(field)) return operator === 'is_not' ? 'operator.fact.is_not' : 'operator.fact.is'
  if (field === 'attachment_count') return `operator.count.${operator === 'over' || operator === 'under' ? operator : 'is'}`
  return isWorded(operator) ? `operator.${operator}` : 'operator.is'
}

type Worded = Exclude<OperatorName, 'is_not' | 'in' | 'between' | 'differs' | 'at_least' | 'at_most'>
const isWorded = (operator: OperatorName): operator is Worded =>
  !['is_not', 'in', 'between', 'differs', 'at_least', 'at_most'].includes(operator)

const checks = ['any', 'spf', 'dkim', 'dmarc'] as const
const verdicts = ['pass', 'fail', 'none'] as const

function AuthOperands({ test, onChange }: { test: AuthTest; onChange(test: AuthTest): void }) {
  const t = useWords('builder')
  return (
    <>
      <Pick
        label={t('auth.check')}
        value={test.check}
        options={checks.map(value => ({ value, word: t(`auth.check.${value}`) }))}
        onChange={check => onChange({ ...test, check })}
      />
      <Pick
        label={t('auth.verdict')}
        value={test.verdict}
        options={verdicts.map(value => ({ value, word: t(`auth.verdict.${value}`) }))}
        onChange={verdict => onChange({ ...test, verdict })}
      />
    </>
  )
}

function BadgeOperands({ test, onChange }: { test: BadgeTest; onChange(test: BadgeTest): void }) {
  const t = useWords('builder')
  const options = BadgeWanted.options.map(value => ({ value, word: t(`badge.${value}`) }))
  return <Pick label={t('badge.wanted')} value={test.wanted} options={options} onChange={wanted => onChange({ ...test, wanted })} />
}

type CalendarTest = Extract<FactTest, { field: 'calendar' }>
const methods = ['any', 'request', 'cancel', 'reply'] as const

function CalendarOperands({ test, onChange }: { test: CalendarTest; onChange(test: CalendarTest): void }) {
  const t = useWords('builder')
  const options = methods.map(value => ({ value, word: t(`calendar.${value}`) }))
  return <Pick label={t('calendar.method')} value={test.method} options={options} onChange={method => onChange({ ...test, method })} />
}

function ListOperand({ name, wrong, onChange }: { name: string; wrong: boolean; onChange(list: string): void }) {
  const t = useWords('builder')
  const lists = useLists().data?.items
  const names = lists?.map(list => list.name) ?? []
  const gone = name && !names.includes(name) ? [{ value: name, word: lists ? t('list.gone', { name }) : name }] : []
  const options = [...(name ? [] : [{ value: '', word: t('list.choose') }]), ...gone, ...names.map(value => ({ value, word: value }))]
  return (
    <>
      <Pick label={t('list')} value={name} options={options} onChange={onChange} wrong={wrong && !name.trim()} />
      <Link to="/filters/lists" className="text-sm">
        {t('list.edit')}
      </Link>
    </>
  )
}
