// Makes a test message that one of the user's own filters forwards.
import type { Filter } from '../../../core/filters/action.ts'
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { toFilterInput } from '../../../core/filters/fields.ts'
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Translate } from '../../../core/words/words.ts'
import { testsOf } from '../../filters/condition-tests.ts'

export interface TestMessage {
  from: MailAddress
  subject: string
  body: string
}

/** The usual test messages; each matches one of the filter templates, and the first matches "forward everything". */
const kinds = ['hello', 'codes', 'bank', 'parcels', 'invoices', 'on_call'] as const

/** Only the first filters get a message made to measure. */
const maxFilters = 20
const maxWords = 5
const maxWordsLength = 120

export interface TestMessageContext {
  filters: Filter[]
  lists: Lists
  destinationIds: string[]
  address: string
  timeZone: string
  now: Date
}

/** Tries the languages in order. Null when the filters look for something that our message cannot have, such as a sender's address. */
export function makeForwardableMessage(
  languages: Translate<'onboarding'>[],
  sender: string,
  context: TestMessageContext,
): TestMessage | null {
  const { filters, lists, destinationIds, address, timeZone, now } = context
  const engine = compile(filters, lists)
  const arrival = {
    arrivedAt: now.toISOString(),
    timeZone,
    mailbox: { address, kind: 'address' as const },
    isFirstTimeSender: null,
  }
  const isForwarded = (message: TestMessage) =>
    decide(engine, toFilterInput(viewOf(message, address), arrival, lists), destinationIds).result === 'matched'
  const firstFilters = filters.slice(0, maxFilters)
  const candidates = languages.flatMap(t => [
    ...usualMessages(t, sender),
    ...firstFilters.flatMap(filter => madeToMeasure(t, sender, filter.condition)),
  ])
  return candidates.find(isForwarded) ?? null
}

const usualMessages = (t: Translate<'onboarding'>, sender: string): TestMessage[] =>
  kinds.map(kind => ({
    from: { name: t('mail.from'), address: sender },
    subject: t(`mail.${kind}.subject`),
    body: `${t(`mail.${kind}.body`)}\n\n${t('mail.foot')}`,
  }))

/** Contains the first value that each condition test looks for; a sender's name may be borrowed, an address never. */
function madeToMeasure(t: Translate<'onboarding'>, sender: string, condition: Condition): TestMessage[] {
  const tests = testsOf(condition)
  const languages = (fields: readonly string[]) =>
    tests.flatMap(test => (fields.includes(test.field) && 'values' in test && test.operator !== 'regexp' ? test.values.slice(0, 1) : []))
  const words = languages(['subject', 'any', 'body', 'whole_body']).slice(0, maxWords).join(', ').slice(0, maxWordsLength)
  const [name] = languages(['from']).filter(value => typeof value === 'string' && !value.includes('@'))
  if (!words && !name) return []
  return [
    {
      from: { name: name ? t('mail.fromAs', { sender: name }) : t('mail.from'), address: sender },
      subject: words ? t('mail.words.subject', { words }) : t('mail.hello.subject'),
      body: `${words ? t('mail.words.body', { words }) : t('mail.hello.body')}\n\n${t('mail.foot')}`,
    },
  ]
}

const viewOf = ({ from, subject, body }: TestMessage, address: string): MailView => ({
  from: [from],
  to: [{ name: '', address }],
  subject,
  body,
  ...{ cc: [], replyTo: [], deliveredTo: [], headers: [], attachments: [], date: null, messageId: null },
  ...{ sizeBytes: 1500, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
})
