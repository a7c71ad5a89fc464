// What a condition asks of the badge of a sender.
import type { BadgeTest } from '../../../../core/filters/tree.ts'
import { BadgeWanted } from '../../../../core/message/sender-check/badge.ts'
import { Pick } from '../../../ui/Pick.tsx'
import { useWords } from '../../../words.tsx'

export function BadgeOperands({ test, onChange }: { test: BadgeTest; onChange(test: BadgeTest): void }) {
  const t = useWords('builder')
  const options = BadgeWanted.options.map(value => ({ value, word: t(`badge.${value}`) }))
  return <Pick label={t('badge.wanted')} value={test.wanted} options={options} onChange={wanted => onChange({ ...test, wanted })} />
}
