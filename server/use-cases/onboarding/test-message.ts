// Makes a test message that one of the user's own filters will forward.
import type { Filter } from '../../../core/filters/action.ts'
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { openReading } from '../../../core/filters/fields.ts'
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Translate } from '../../../core/words/words.ts'
import { testsOf } from '../../filters/condition-tests.ts'

export interface TestMail {
  from: MailAddress
  subject: string
  body: string
}

/** What is sent as a rule; each fits one of the templates, the first fits whoever forwards all. */
const kinds = ['hello', 'codes', 'bank', 'parcels', 'invoices', 'on_call'] as const

/** So many filters, from the first, have a mail made for them. */
const mostFilters = 20
const mostWords = 5
const longestWords = 120

export interface FiltersToShow {
  filters: Filter[]
  lists: Lists
  destinationIds: string[]
  address: string
  timeZone: string
  now: Date
}

/** In the first language that has one. Null where the filters look for what no mail of ours has, such as a certain sender's address. */
export function fittingMail(said: Translate<'onboarding'>[], sender: string, asked: FiltersToShow): TestMail | null {
  const { filters, lists, destinationIds, address, timeZone, now } = asked
  const engine = compile(filters, lists)
  const arrival = {
    arrivedAt: now.toISOString(),
    timeZone,
    mailbox: { address, kind: 'address' as const },
    isFirstTimeSender: null,
  }
  const crosses = (mail: TestMail) =>
    decide(engine, openReading(viewOf(mail, address), arrival, lists), destinationIds).result === 'matched'
  const first = filters.slice(0, mostFilters)
  const mails = said.flatMap(t => [...usual(t, sender), ...first.flatMap(filter => worded(t, sender, filter.condition))])
  return mails.find(crosses) ?? null
}

const usual = (t: Translate<'onboarding'>, sender: string): TestMail[] =>
  kinds.map(kind => ({
    from: { name: t('mail.from'), address: sender },
    subject: t(`mail.${kind}.subject`),
    body: `${t(`mail.${kind}.body`)}\n\n${t('mail.foot')}`,
  }))

/** Says the first word that each test of a filter looks for; a name is borrowed, an address never. */
function worded(t: Translate<'onboarding'>, sender: string, condition: Condition): TestMail[] {
  const tests = testsOf(condition)
  const said = (fields: readonly string[]) =>
    tests.flatMap(test => (fields.includes(test.field) && 'values' in test && test.operator !== 'regexp' ? test.values.slice(0, 1) : []))
  const words = said(['subject', 'any', 'body', 'whole_body']).slice(0, mostWords).join(', ').slice(0, longestWords)
  const [name] = said(['from']).filter(value => typeof value === 'string' && !value.includes('@'))
  if (!words && !name) return []
  return [
    {
      from: { name: name ? t('mail.fromAs', { sender: name }) : t('mail.from'), address: sender },
      subject: words ? t('mail.words.subject', { words }) : t('mail.hello.subject'),
      body: `${words ? t('mail.words.body', { words }) : t('mail.hello.body')}\n\n${t('mail.foot')}`,
    },
  ]
}

const viewOf = ({ from, subject, body }: TestMail, address: string): MailView => ({
  from: [from],
  to: [{ name: '', address }],
  subject,
  body,
  ...{ cc: [], replyTo: [], deliveredTo: [], headers: [], attachments: [], date: null, messageId: null },
  ...{ sizeBytes: 1500, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
})
