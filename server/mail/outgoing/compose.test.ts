// Tests composed replies: another parser reads back what was written, and no foreign text can inject a header.
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { buildReplyDraft } from '../../../core/message/reply/draft.ts'
import { toSendableAddress } from '../../../core/message/reply/recipient.ts'
import { toReplySubject } from '../../../core/message/reply/subject.ts'
import { buildThread } from '../../../core/message/reply/thread.ts'
import type { MailView } from '../../../core/message/view.ts'
import { composeReply } from './compose.ts'

const author = { address: 'me@example.net', aliases: ['shop@example.net'], name: 'Zoë', signature: 'Zoë\n+44 1', relay: null }
const wording = { introduction: 'On Monday, Anna wrote:', truncated: '[…]' }
const at = { id: '0190', at: new Date('2026-03-03T10:14:00Z'), domain: 'example.net' }
const answer = (view: Partial<MailView>, text = 'Yes') =>
  buildReplyDraft(plainView({ messageId: '<a@example.com>', ...view }), author, text, false, wording)

test('text of any characters and length survives, flowed and quoted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async text => {
      const made = answer({}, `x${text}`)
      if (typeof made === 'string') return
      const { raw } = composeReply(made.draft, [], at)
      for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(990)
      const { text: read } = await PostalMime.parse(raw)
      const plain = (value: string) => value.replace(/\s+/g, '')
      expect(plain(unflowed(read ?? ''))).toContain(plain(made.draft.text))
    }),
    { numRuns: 50 },
  )
})

test('neither a sender nor a file name can inject a header', async () => {
  const nasty = fc
    .array(fc.constantFrom('\r\n', '\n', '\r', 'Bcc: x@example.org', ' ', '"', '\\', '=?utf-8?q?a?=', 'ü', '\0', '<', '>', ',', 'a'), {
      maxLength: 12,
    })
    .map(all => all.join(''))
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (subject, name, id) => {
      const made = answer({ subject, from: [{ name, address: 'anna@example.com' }], messageId: `<${id}@example.com>` })
      if (typeof made === 'string') throw new Error(made)
      const { raw } = composeReply(made.draft, [{ name, type: `text/plain${id}`, bytes: Buffer.from(subject) }], at)
      const mail = await PostalMime.parse(raw)
      expect(mail.headers.map(header => header.key).filter(key => !known.includes(key))).toEqual([])
      expect(mail.to?.map(one => one.address)).toEqual(['anna@example.com'])
      expect(mail.attachments).toHaveLength(1)
      const content = mail.attachments[0]?.content ?? ''
      expect(typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)).toBe(subject)
    }),
    { numRuns: 70 },
  )
})
const known = ['from', 'to', 'subject', 'date', 'message-id', 'in-reply-to', 'references', 'mime-version', 'content-type']

test('the same reply is the same bytes; a file keeps its name', async () => {
  const made = answer({})
  if (typeof made === 'string') throw new Error(made)
  const file = { name: 'Grüße.pdf', type: 'application/pdf', bytes: Buffer.alloc(1000, 7) }
  const [one, two] = [composeReply(made.draft, [file], at), composeReply(made.draft, [file], at)]
  expect(one.raw.equals(two.raw)).toBe(true)
  expect((await PostalMime.parse(one.raw)).attachments[0]).toMatchObject({ filename: 'Grüße.pdf', mimeType: 'application/pdf' })
})

test('a reply goes to Reply-To or else From, from the address that was written to, with a caution where that is odd', () => {
  const to = (view: Partial<MailView>) => {
    const made = answer(view)
    return typeof made === 'string' ? made : [made.draft.from.address, made.draft.to.address, ...made.cautions]
  }
  const other = [{ name: '', address: 'desk@example.org' }]
  expect(to({ cc: other })).toEqual(['me@example.net', 'anna@example.com'])
  expect(to({ replyTo: other })).toEqual(['me@example.net', 'desk@example.org', 'elsewhere'])
  expect(to({ to: [{ name: '', address: 'Shop@example.net' }] })).toEqual(['shop@example.net', 'anna@example.com'])
  expect(to({ to: [{ name: '', address: 'boss@example.net' }] })).toEqual(['me@example.net', 'anna@example.com'])
  expect(to({ from: [{ name: '', address: 'no-reply@example.com' }] })).toEqual(['me@example.net', 'no-reply@example.com', 'no_reply'])
  expect(to({ headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }] })).toEqual([
    'me@example.net',
    'anna@example.com',
    'automatic',
  ])
  expect(to({ from: [{ name: '', address: 'list-bounces@example.com' }] })).toBe('bounce')
  expect(to({ from: [{ name: '', address: 'shop@example.net' }] })).toBe('own_address')
  expect(to({ from: [] })).toBe('nobody')
  expect(toSendableAddress({ name: '', address: 'a b@example.com' })).toBeNull()
  expect(toSendableAddress({ name: '', address: 'a@example.com>\r\nRCPT TO:<b@example.com' })).toBeNull()
})

test('a subject has one prefix; the references are bounded and keep the first', () => {
  const subjects = ['Hello', 'Re: Hello', 'AW: Hello', 'Re: Re: SV: Hello', 'Fwd: Hello', '']
  expect(subjects.map(toReplySubject)).toEqual(['Re: Hello', 'Re: Hello', 'AW: Hello', 'SV: Hello', 'Re: Fwd: Hello', 'Re:'])
  const value = Array.from({ length: 500 }, (_, i) => `<${i}@example.com>`).join(' ')
  const { references } = buildThread({ messageId: '<last@example.com>', headers: [{ name: 'References', value }] })
  expect([references.length, references[0], references.at(-1)]).toEqual([40, '<0@example.com>', '<last@example.com>'])
})

/** RFC 3676 §4.2, without quotations. */
const unflowed = (text: string): string => text.replace(/^ /gm, '').replace(/ \r?\n/g, ' ')
