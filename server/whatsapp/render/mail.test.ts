// Tests an email as WhatsApp text, parsed back by the stand-in's own markup parser.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { decideFileOutcomes, type MailFile } from '../../../core/message/attachments.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import { type Part, readInline, readMarkup } from '../../../sandbox/whatsapp/phone/markup.js'
import { loadWords } from '../../foundation/words.ts'
import { defaultLimits } from '../limits.ts'
import { renderFiles } from './files.ts'
import { renderMail } from './mail.ts'

const words = loadWords('en')
const view = (more: Partial<MailView> = {}): MailView =>
  plainView({ from: [{ name: 'Billing', address: 'billing@shop.example' }], to: [], body: 'Your invoice is ready.', ...more })
const rendered = (more: Partial<MailView> = {}) => renderMail(words, view(more), 'Invoices')
const visible = (text: string) => text.replaceAll('\u2060', '')
const marked = (text: string): string[] =>
  readMarkup(text)
    .flatMap(block => ('parts' in block ? block.parts : []))
    .flatMap(kinds)
const kinds = (part: Part): string[] => ('parts' in part ? [part.kind, ...part.parts.flatMap(kinds)] : [part.kind])

test('an email shows its subject, sender, filter, body and attachments', () => {
  const attachments = [
    { name: 'invoice.pdf', type: 'application/pdf', sizeBytes: 1_150_000 },
    { name: 'photo.jpg', type: 'image/jpeg', sizeBytes: 50_000 },
  ]
  expect(rendered({ attachments })).toBe(
    '*Invoice 42*\nFrom: Billing <billing@shop.example>\nFilter: Invoices\n\nYour invoice is ready.\n\n📎 2 attachments (1.2 MB): invoice.pdf, photo.jpg',
  )
})

test('missing parts are mentioned', () => {
  expect(rendered({ subject: '  ', from: [], body: ' \n ' })).toBe('*(no subject)*\nFrom: (no sender)\nFilter: Invoices\n\n(no text)')
})

test.each<[Partial<MailView>, string]>([
  [{ unparsed: 'too_large', fetched: 'headers' }, 'too large to show here'],
  [{ unparsed: 'too_slow', fetched: 'headers' }, 'couldn’t be read safely'],
  [{ unparsed: 'broken', fetched: 'headers' }, 'is damaged'],
  [{ unparsed: 'of another version', fetched: 'headers' }, 'is damaged'],
  [{ unparsed: 'no_text', fetched: 'headers' }, 'didn’t send us the text'],
  [{ fetched: 'headers' }, 'didn’t download the text'],
  [{ fetched: 'structure' }, 'didn’t download the text'],
])('an email of which only the headers are known shows them and says why: %j', (change, why) => {
  const text = rendered({ ...change, body: 'never shown' })
  expect(text).toContain('*Invoice 42*')
  expect(text).toContain(why)
  expect(text).not.toContain('never shown')
  expect(text).not.toContain('(no text)')
})

test('an email with very many parts shows the first, and how many are not shown', () => {
  const text = rendered({ unparsed: 'many_parts', leftParts: 1500, body: 'the first part' })
  expect(text).toContain('the first part\n1,500 parts of this email aren’t shown')
})

test('an email whose files were not fetched is shown like any other', () => {
  expect(rendered({ fetched: 'text' })).toBe(rendered())
})

test('markup characters in an email are shown literally', () => {
  const body = 'a *bold* b _it_ c ~no~ d `code` e ```mono```\nsnake_case_name 2*3*4'
  const text = rendered({ subject: '*SALE* now', body })
  expect(visible(text)).toContain(body)
  expect(marked(text).filter(kind => kind !== 'text')).toEqual([])
  expect(readMarkup(text).some(block => block.kind === 'mono')).toBe(false)
  expect(readInline(rendered({ subject: '2 *small* things' }).split('\n')[0] ?? '').map(part => part.kind)).toEqual(['bold'])
})

test('a link can still be tapped', () => {
  const link = 'https://shop.example/a_b_c?x=*1*~2'
  expect(rendered({ body: `see ${link} now` })).toContain(` ${link} `)
  expect(rendered({ subject: link }).split('\n')[0]).toBe(link)
})

test('a long body is cut between characters and says that it continues', () => {
  const family = '👨‍👩‍👧‍👦'
  const text = rendered({ body: family.repeat(300) })
  expect(text).toContain('… email continues')
  const body = text.split('\n')[4] ?? ''
  expect(body.length).toBeLessThanOrEqual(1200)
  expect(body.replaceAll(family, '')).toBe('')
  expect(rendered({ body: 'short', truncated: true })).toContain('… email continues')
})

test('padding, control characters and text direction marks do not reach the phone', () => {
  const text = rendered({ subject: 'in\u202evoice\u0000\r\n 42', body: 'a\u200b\u034f\u00ad\u00a0b\n\n\n\n\nc   \r\nd' })
  expect(text).toContain('*invoice 42*')
  expect(text).toContain('\n\na b\n\nc\nd')
})

test('the text never exceeds WhatsApp’s limit and splits no surrogate pair', () => {
  const letters = fc.string({
    unit: fc.constantFrom('*', '_', '`', '~', 'a', ' ', '\n', '👩‍🚀', 'é', '\u0301', 'http://x.example/'),
    maxLength: 3000,
  })
  const file = fc.record({ name: letters, type: fc.constant('x/y'), sizeBytes: fc.nat() })
  fc.assert(
    fc.property(letters, letters, letters, letters, fc.array(file, { maxLength: 20 }), (subject, name, body, filter, attachments) => {
      const text = renderMail(words, view({ subject, from: [{ name, address: 'a@b.example' }], body, attachments }), filter)
      expect(text.length).toBeLessThanOrEqual(defaultLimits.text)
      expect(text.isWellFormed()).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a character with thousands of combining marks is left out, not cut in the middle', () => {
  expect(rendered({ body: `hi a${'\u0301'.repeat(50_000)}` })).toContain('\n\nhi\n… email continues')
})

test('an email sent although not every filter could be evaluated says so, below the filter', () => {
  const lines = renderMail(words, view(), 'Invoices', false).split('\n')
  expect(visible(lines.slice(2, 4).join('\n'))).toBe(`Filter: Invoices\n${words.of('phone')('mail.notProven')}`)
  expect(rendered()).not.toContain('to be safe')
})

test('no line of a card begins a quote or a list, whatever names it contains', () => {
  const invoice = { kind: 'invoice' as const, amount: '12.00', currency: 'EUR', due: null, number: null, isPaid: false }
  for (const issuer of ['> Shop', '- Shop', '1. Shop']) expect(rendered({ card: { ...invoice, issuer } })).toContain(`\n\u2060${issuer}\n`)
})

test('a booking shows what, where and when by the clock at the place', () => {
  const flight = { kind: 'booking' as const, of: 'flight' as const, what: 'Heron Air HR482', from: 'Lisbon LIS', to: 'Oslo OSL' }
  const times = { start: '2026-04-02T09:15', end: '2026-04-02T14:05', number: 'QX7PLM', others: 1 }
  const text = visible(rendered({ card: { ...flight, ...times, state: 'confirmed' } }))
  expect(text).toContain('✈️ *Heron Air HR482*\nLisbon LIS → Oslo OSL\nApril 2, 2026, 09:15 – 14:05\nBooking QX7PLM · 1 more')
  const stay = { ...flight, ...times, of: 'hotel' as const, from: null, to: null, start: '2026-04-02', end: '2026-04-05', others: 0 }
  const cancelled = visible(rendered({ card: { ...stay, what: 'Harbor Inn', state: 'cancelled' } }))
  expect(cancelled).toContain('🏨 Canceled: *Harbor Inn*\nApril 2, 2026 – April 5, 2026\nBooking QX7PLM')
})

test('a sign-in link is named, with how long it works', () => {
  const text = visible(rendered({ card: { kind: 'sign_in_link', service: 'Fernleaf', expiresMinutes: 15 } }))
  expect(text).toContain('🔑 Sign-in link from Fernleaf · 15 minutes')
})

test('a summary contains no link from the part that it leaves out', () => {
  const body = `${'Nothing of note stands in this sentence. '.repeat(30)}\n\nhttps://a.example/late\n\nBye`
  expect(renderMail(words, view({ body }), 'F')).toContain('https://a.example/late')
  expect(renderMail(words, view({ body }), 'F', true, { extent: 'summary' })).not.toContain('late')
})

test.each(['en', 'es', 'ar'])(
  'whatever a stranger puts into names, files and calendars, in "%s" the email fits into a message',
  language => {
    const spoken = loadWords(language)
    const items = Array.from({ length: 60 }, (_, n): MailFile => {
      const refused = (['program', 'inside', 'empty'] as const)[n % 6]
      return { name: `${n}${'*'.repeat(190)}`, type: 'a/b', sizeBytes: n < 20 ? 2e8 : 3e6, ...(refused && { refused, program: 'exe' }) }
    })
    const stored = new Set(items.keys())
    const told = renderFiles(
      spoken,
      { items, left: 7 },
      decideFileOutcomes({ items, left: 7 }, { selected: [21, 22, 23], stored, maxBytes: 1e8 }),
      n => `https://mail.example.com/a/${n}`.padEnd(140, 'x'),
    )
    const card: EventCard = {
      ...{ kind: 'event', method: 'request', uid: 'u', sequence: 1, recurrenceId: null, title: '*'.repeat(300), isAllDay: false },
      ...{ start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z', timeZone: 'America/Argentina/Buenos_Aires', where: '_'.repeat(400) },
      ...{ link: `https://meet.example/${'y'.repeat(900)}`, recurrence: null, status: null, attendees: [], others: 3 },
      organizer: { name: '~'.repeat(100), address: `${'a'.repeat(300)}@b.example` },
    }
    const from = [{ name: '`'.repeat(400), address: `${'x'.repeat(200)}@y.example` }]
    const sender = { badge: 'warning' as const, reasons: [{ kind: 'name_address' as const, seen: '*'.repeat(254), real: '_'.repeat(254) }] }
    const hostile = view({ subject: '*_'.repeat(300), from, sender, card, body: 'x y '.repeat(3000) })
    for (const extent of [null, 'full', 'summary', 'headers'] as const) {
      const text = renderMail(spoken, hostile, '*'.repeat(200), false, { extent, filesText: told, timeZone: 'Asia/Kolkata' })
      expect(text.length).toBeLessThanOrEqual(defaultLimits.text)
      expect(text).toContain('y.example')
    }
    // Each file is either named or counted.
    expect(told?.match(/\d+/g)?.map(Number)).toContain(3)
  },
)
