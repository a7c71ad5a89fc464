// Describes in a sentence what a filter created on the phone does, in the phone's language if it is supported.
import type { Words } from '../../words/words.ts'
import { sayCondition } from '../speech/say/filter.ts'
import type { Condition } from '../tree.ts'
import type { PhoneFilterKind } from './sender.ts'

/** `An e-mail that is from news@shop.example is forwarded to this phone.` `escape` prevents text from strangers from acting as markup. */
export function sayPhoneFilter(words: Words, kind: PhoneFilterKind, condition: Condition, escape: (text: string) => string): string {
  const speech = words.of('speech')
  const text = sayCondition(withValues(condition, escape), speech, words.language)
  return speech('sentence', { count: 1, what: text, except: 'none', actions: words.of('phonefilter')(`deed.${kind}`) })
}

const withValues = (condition: Condition, escape: (text: string) => string): Condition =>
  'values' in condition && condition.field !== 'exact' ? { ...condition, values: condition.values.map(escape) } : condition
