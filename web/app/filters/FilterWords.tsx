// A filter in one running line: its tests joined by and and or, groups in brackets.
import { Fragment } from 'react'
import { howOf, isTest, membersOf } from '../../../core/filters/edit.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import { TestWords } from '../../ui/TestWords.tsx'
import { useWords } from '../../words.tsx'

export function FilterWords({ condition, isInner = false }: { condition: Condition; isInner?: boolean }) {
  const t = useWords('sentence')
  if (isTest(condition)) return <TestWords test={condition} />
  const how = howOf(condition)
  const members = membersOf(condition)
  const opens = isInner && members.length > 1
  return (
    <>
      {how === 'none' && `${t('not')} `}
      {opens && '('}
      {members.map((member, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition is its place
        <Fragment key={at}>
          {at > 0 && ` ${t(how === 'all' ? 'and' : 'or')} `}
          <FilterWords condition={member} isInner />
        </Fragment>
      ))}
      {opens && ')'}
    </>
  )
}
