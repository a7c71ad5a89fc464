// Checks that /features shows the results that the filter engine gives for its four emails.
import { expect, test } from 'vitest'
import { decide } from '../core/filters/decide.ts'
import { compile } from '../core/filters/engine/compile.ts'
import { toFilterInput } from '../core/filters/fields.ts'
import english from '../core/words/en/sitefeatures.json' with { type: 'json' }
import { exampleCondition, exampleEmails } from '../web/site/pages/example-filter.ts'

const phone = '00000000-0000-4000-8000-000000000001'
const filter = {
  id: phone,
  name: '',
  paused: false,
  condition: exampleCondition,
  actions: [{ kind: 'forward' as const, destinationIds: [] }],
}

/** As a list sends it. */
const listed = [
  { name: 'List-Id', value: '<offers.freshcart.example>' },
  { name: 'List-Unsubscribe', value: '<https://freshcart.example/leave>' },
]

const readingOf = ({ n, file, isNewsletter }: (typeof exampleEmails)[number]) =>
  toFilterInput(
    {
      from: [{ name: english[`mail${n}`], address: 'name@example.com' }],
      subject: english[`mail${n}.subject`],
      body: '',
      ...{ to: [], cc: [], replyTo: [], deliveredTo: [], date: null, messageId: null },
      headers: isNewsletter ? listed : [],
      attachments: file === null ? [] : [{ name: file, type: 'application/pdf', sizeBytes: 118_000 }],
      ...{ sizeBytes: 1000, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
    },
    {
      arrivedAt: '2026-11-20T14:07:00Z',
      timeZone: 'UTC',
      mailbox: { address: 'maya@tidewell.example', kind: 'imap' },
      isFirstTimeSender: null,
    },
    new Map(),
  )

test('the engine lets those mails cross that the page shows as crossing, and names the file that it found', () => {
  const engine = compile([filter], new Map())
  for (const mail of exampleEmails)
    expect([mail.n, decide(engine, readingOf(mail), [phone]).result === 'matched']).toEqual([mail.n, mail.isForwarded])
  for (const { n, file } of exampleEmails) if (file) expect(english[`mail${n}.why`]).toContain(file)
})
