// Tests invitations on the phone: local time, changes, and answers.
import { expect, test } from 'vitest'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import { viewed } from '../../../test/render-viewed.ts'
import { loadWords } from '../../foundation/words.ts'
import { defaultLimits } from '../limits.ts'
import { emailContent } from './content.ts'
import { eventLines } from './event.ts'

const words = loadWords('en')
const event: EventCard = {
  ...{ kind: 'event', method: 'request', uid: '1', sequence: 0, recurrenceId: null, title: 'Review', status: null, recurrence: null },
  ...{ start: '2026-06-10T05:00:00Z', end: '2026-06-10T06:00:00Z', isAllDay: false, timeZone: 'Asia/Tokyo', where: null, link: null },
  ...{ organizer: { name: 'Ann', address: 'ann@a.example' }, attendees: [], others: 0 },
}
const lines = (more: Partial<EventCard> = {}, timeZone: string | null = 'Europe/Berlin') =>
  eventLines(words, { ...event, ...more }, { timeZone, sender: 'ann@a.example' })

test('times are in the reader’s zone, followed by the email’s own time if it differs', () => {
  expect(lines()).toEqual(['📅 *Invitation*: Review', 'Wednesday, June 10, 2026, 07:00 – 08:00', '(14:00 – 15:00 in Tokyo)', 'by Ann'])
  expect(lines({}, 'America/Los_Angeles').slice(1, 3)).toEqual([
    'Tuesday, June 9, 2026, 22:00 – 23:00',
    '(Wednesday, June 10, 2026, 14:00 – 15:00 in Tokyo)',
  ])
  expect(lines({}, 'Asia/Seoul')[2]).toBe('by Ann')
  expect(lines({}, null)[1]).toBe('Wednesday, June 10, 2026, 14:00 – 15:00 in Tokyo')
  expect(lines({}, 'Not/AZone')[1]).toBe('Wednesday, June 10, 2026, 14:00 – 15:00 in Tokyo')
})

test('all-day dates are the same everywhere, and a time without a zone is shown unchanged', () => {
  const allDay = { isAllDay: true, timeZone: null, start: '2026-09-19', end: '2026-09-20' }
  expect(lines(allDay)[1]).toBe('Saturday, September 19, 2026')
  expect(lines({ ...allDay, end: '2026-09-21' }, 'Pacific/Honolulu')[1]).toBe('Saturday, September 19 – Sunday, September 20, 2026')
  const floating = { start: '2026-06-10T05:00:00', end: '2026-06-10T05:00:00' }
  expect(lines({ ...floating, timeZone: null })[1]).toBe('Wednesday, June 10, 2026 at 05:00')
  expect(lines({ ...floating, timeZone: 'Mars/*Base*' })[1]?.replaceAll('\u2060', '')).toBe(
    'Wednesday, June 10, 2026 at 05:00 in Mars/*Base*',
  )
})

test.each<[Partial<EventCard>, string]>([
  [{ sequence: 1 }, '📅 *Changed invitation*: Review'],
  [{ method: 'cancel', sequence: 2 }, '🚫 *Canceled*: Review'],
  [{ status: 'cancelled' }, '🚫 *Canceled*: Review'],
  [{ method: 'counter' }, '📅 *New time proposed*: Review'],
  [{ title: ' ' }, '📅 *Invitation*'],
  [{ title: '*SALE*\n_now_' }, '📅 *Invitation*: *SALE* _now_'],
])('what happened comes first: %j', (more, head) => expect(lines(more)[0]?.replaceAll('\u2060', '')).toBe(head))

test('the person who answered is named, with their address if the email is from somebody else', () => {
  const answered = (address: string, partstat: 'accepted' | 'declined') =>
    lines({ method: 'reply', attendees: [{ name: 'Teo', address, partstat }] })
  expect(answered('ann@a.example', 'accepted')).toEqual(expect.arrayContaining(['✅ *Accepted*: Review', 'by Teo']))
  expect(answered('teo@b.example', 'declined')).toEqual(expect.arrayContaining(['❌ *Declined*: Review', 'by Teo <teo@b.example>']))
})

test.each([
  ['FREQ=DAILY', '🔁 Every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '🔁 Every week from Monday to Friday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=5', '🔁 Every 2 weeks on Monday and Sunday, 5 times'],
  ['FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231', '🔁 Every month on the last Friday, until December 31, 2026'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', '🔁 Every month on day 15'],
  ['FREQ=DAILY;BYHOUR=1,2,3', '🔁 Repeats'],
])('%s is written as %s', (recurrence, text) => expect(lines({ recurrence })).toContain(text))

test('the weekdays of a series are in its own zone', () => {
  expect(lines({ recurrence: 'FREQ=WEEKLY;BYDAY=WE' }, 'America/Los_Angeles')).toContain('🔁 Every week on Wednesday (Tokyo)')
})

test('a single occurrence of a series says so, and which one it replaces', () => {
  expect(lines({ recurrenceId: '2026-06-09T05:00:00Z' })).toContain(
    'Only this event in the series, instead of Tuesday, June 9, 2026 at 07:00',
  )
  expect(lines({ recurrenceId: event.start })).toContain('Only this event in the series')
})

const deliveryId = '018f0000-0000-7000-8000-000000000002'
const shown = async (body: string, answers?: ('accepted' | 'tentative' | 'declined')[]) => {
  const mail: MailView = await viewed(Buffer.from(`From: Ann <ann@a.example>\r\nSubject: Review\r\n\r\n${body}`))
  const content = emailContent(words, defaultLimits, {
    deliveryId,
    view: { ...mail, card: event },
    filterName: 'All',
    ...(answers && { answers }),
  })
  return Array.from(JSON.stringify(content).matchAll(/"title":"([^"]+)"/g), found => found[1])
}

test('an invitation can be answered from the phone only if the answer can be sent', async () => {
  expect(await shown('Short.')).toEqual([])
  expect(await shown('Short.', ['accepted', 'tentative', 'declined'])).toEqual(['Accept', 'Maybe', 'Decline'])
  expect(await shown('word '.repeat(500), ['accepted', 'tentative', 'declined'])).toEqual(['Accept', 'Decline', 'More'])
})
