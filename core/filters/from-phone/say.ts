// Says what a filter from the phone does, in the phone's language as far as the sentence maker speaks it.
import type { Words } from '../../words/words.ts'
import { sayCondition } from '../speech/say/filter.ts'
import type { Condition } from '../tree.ts'
import type { PhoneFilterKind } from './sender.ts'

/** `An e-mail that is from news@shop.example is forwarded to this phone.` `safe` keeps what a stranger wrote from being markup. */
export function sayPhoneFilter(words: Words, kind: PhoneFilterKind, condition: Condition, safe: (text: string) => string): string {
  const speech = words.of('speech')
  const what = sayCondition(withValues(condition, safe), speech, words.language)
  return speech('sentence', { count: 1, what, except: 'none', deeds: words.of('phonefilter')(`deed.${kind}`) })
}

const withValues = (condition: Condition, safe: (text: string) => string): Condition =>
  'values' in condition && condition.field !== 'exact' ? { ...condition, values: condition.values.map(safe) } : condition
