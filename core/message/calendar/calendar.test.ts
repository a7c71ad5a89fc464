// Tests time zones, recurrence rules, and answers to invitations.
import { expect, test } from 'vitest'
import { findInvitee, listOfferedAnswers, parseAnswerPayload, toAnswerPayload } from './answers.ts'
import { parseRecurrence } from './recurrence.ts'
import { writeReplyCalendar } from './reply.ts'
import type { EventCard } from './shapes.ts'
import { wallTimeToInstant } from './wall-time.ts'
import { windowsZone } from './windows-zones.ts'
import { applyZoneRules, type Observance } from './zone-rules.ts'

const wall = (wallTime: string) => Date.parse(`${wallTime}Z`)
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16))

test.each([
  ['2026-07-01T10:00', '2026-07-01T08:00'],
  ['2026-01-01T10:00', '2026-01-01T09:00'],
  ['2026-10-25T02:30', '2026-10-25T00:30'],
  ['2026-03-29T02:30', '2026-03-29T01:30'],
  ['2026-03-29T12:00', '2026-03-29T10:00'],
])('%s in Berlin is %s in UTC, by zone name and by VTIMEZONE rules', (wallTime, instant) => {
  const rule = 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH='
  const onset = { dates: [], onsetMs: wall('1601-01-01T02:00') }
  const rules: Observance[] = [
    { ...onset, from: 60, to: 120, rule: `${rule}3` },
    { ...onset, onsetMs: wall('1601-01-01T03:00'), from: 120, to: 60, rule: `${rule}10` },
  ]
  expect(iso(wallTimeToInstant(wall(wallTime), 'Europe/Berlin'))).toBe(instant)
  expect(iso(applyZoneRules(rules, wall(wallTime)))).toBe(instant)
})

test('unsupported zone rules are rejected, however often they recur', () => {
  const rules = (rule: string): Observance[] => [{ onsetMs: wall('1601-01-01T00:00'), from: 0, to: 60, dates: [], rule }]
  for (const rule of ['FREQ=SECONDLY', 'FREQ=YEARLY;BYHOUR=1', 'FREQ=YEARLY;INTERVAL=3', 'FREQ=YEARLY;BYDAY=SU', 'nonsense'])
    expect(applyZoneRules(rules(rule), wall('2026-01-01T00:00'))).toBeNull()
  expect(iso(applyZoneRules(rules('FREQ=YEARLY;UNTIL=19990101T000000Z'), wall('2026-01-01T10:00')))).toBe('2026-01-01T09:00')
  expect(applyZoneRules([], 0)).toBeNull()
})

test('Windows time zone names are mapped', () => {
  expect(windowsZone('W. Europe Standard Time')).toBe('Europe/Berlin')
  expect(windowsZone('tokyo standard time')).toBe('Asia/Tokyo')
  expect(windowsZone('UTC')).toBe('Etc/UTC')
  expect(windowsZone('Moon Standard Time')).toBeNull()
})

test.each([
  ['FREQ=DAILY;INTERVAL=1', { every: 'day', interval: 1, until: null, count: null }],
  ['FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20260630T070000Z', { every: 'week', weekdays: [{ day: 1 }, { day: 4 }], until: '2026-06-30T07:00:00Z' }],
  ['FREQ=MONTHLY;BYDAY=2TU;COUNT=10', { every: 'month', weekdays: [{ day: 2, ordinal: 2 }], count: 10 }],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', { weekdays: [{ day: 5, ordinal: -1 }] }],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=14', { every: 'year', monthDay: null }],
])('%s is parsed', (rule, expected) => expect(parseRecurrence(rule)).toMatchObject(expected))

test.each([
  'FREQ=SECONDLY',
  'FREQ=DAILY;BYHOUR=9,17',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
  'FREQ=WEEKLY;INTERVAL=0',
  'FREQ=WEEKLY;COUNT=99999999999',
  'FREQ=WEEKLY;UNTIL=soon',
  'FREQ=WEEKLY;UNTIL=20260231',
  '',
])('%s is too complex for a sentence', rule => expect(parseRecurrence(rule)).toBeNull())

const invitation: EventCard = {
  ...{ kind: 'event', method: 'request', uid: 'u,1', sequence: 2, recurrenceId: null, title: 'Lunch; with Änne' },
  ...{ start: '2026-05-05T10:30:00Z', end: '2026-05-05T11:30:00Z', isAllDay: false, timeZone: 'Europe/Berlin' },
  ...{
    where: null,
    link: null,
    organizer: { name: 'Teo "T" Brandel', address: 'teo@b.example' },
    recurrence: null,
    status: null,
    others: 0,
  },
  attendees: [{ name: 'Rowan', address: 'rowan@a.example', partstat: 'needs-action' }],
}
const own = ['other@a.example', 'rowan@a.example']
const now = new Date('2026-05-01T08:00:00Z')

test('only invitees can answer an invitation, until the event is over', () => {
  const offered = (more: Partial<EventCard>, at = now) => listOfferedAnswers({ ...invitation, ...more }, own, at)
  expect(offered({})).toEqual(['accepted', 'tentative', 'declined'])
  expect(findInvitee(invitation, own)?.address).toBe('rowan@a.example')
  for (const more of [
    { method: 'cancel' },
    { method: 'reply' },
    { status: 'cancelled' },
    { organizer: null },
    { organizer: { name: '', address: 'rowan@a.example' } },
    { attendees: [] },
  ] satisfies Partial<EventCard>[])
    expect(offered(more)).toEqual([])
  expect(offered({}, new Date('2026-05-06T00:00:00Z'))).toEqual([])
  expect(offered({ recurrence: 'FREQ=DAILY;UNTIL=20260601' }, new Date('2026-05-20T00:00:00Z'))).toHaveLength(3)
  expect(offered({ recurrence: 'FREQ=DAILY;UNTIL=20260601' }, new Date('2026-06-20T00:00:00Z'))).toEqual([])
  expect(offered({ recurrence: 'FREQ=DAILY' }, new Date('2030-06-20T00:00:00Z'))).toHaveLength(3)
})

test('a button payload holds the answer and the delivery, and other payloads are rejected', () => {
  const deliveryId = '018f0000-0000-7000-8000-000000000002'
  expect(parseAnswerPayload(toAnswerPayload('declined', deliveryId))).toEqual({ answer: 'declined', deliveryId })
  for (const payload of ['rsvp:delegated:' + deliveryId, 'rsvp:accepted:1', `show:${deliveryId}`, `rsvp:accepted:${deliveryId} `])
    expect(parseAnswerPayload(payload)).toBeNull()
})

test('the answer is a calendar reply that matches the invitation', () => {
  const attendee = { name: 'Rowan', address: 'rowan@a.example' }
  expect(writeReplyCalendar(invitation, { answer: 'accepted', attendee, now })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Mailferry//Answers//EN',
      'METHOD:REPLY',
      'BEGIN:VEVENT',
      'UID:u\\,1',
      'SEQUENCE:2',
      'DTSTAMP:20260501T080000Z',
      'ORGANIZER;CN="Teo  T  Brandel":mailto:teo@b.example',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN="Rowan":mailto:rowan@a.example',
      'DTSTART:20260505T103000Z',
      'DTEND:20260505T113000Z',
      'SUMMARY:Lunch\\; with Änne',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
  const day = { ...invitation, start: '2026-05-05', end: '2026-05-06', isAllDay: true, recurrenceId: '2026-05-04' }
  const calendar = writeReplyCalendar(day, { answer: 'declined', attendee, now, comment: 'Ill.\nSorry' })
  expect(calendar).toContain('RECURRENCE-ID;VALUE=DATE:20260504\r\nDTSTART;VALUE=DATE:20260505\r\nDTEND;VALUE=DATE:20260506\r\n')
  expect(calendar).toContain('COMMENT:Ill.\\nSorry\r\n')
})

test('no text from a stranger can inject a line into the reply', () => {
  const attendee = { name: 'R\r\nATTENDEE:mailto:x@y.example', address: 'rowan@a.example' }
  const hostile = { ...invitation, uid: 'u\r\nMETHOD:CANCEL', title: `a\r\nEND:VEVENT\u0000${'é'.repeat(300)}` }
  const lines = writeReplyCalendar(hostile, { answer: 'tentative', attendee, now })?.split('\r\n') ?? []
  expect(lines.filter(line => /^(?:METHOD|ATTENDEE|END:VEVENT)/.test(line))).toEqual([
    'METHOD:REPLY',
    expect.stringMatching(/^ATTENDEE;PARTSTAT=TENTATIVE/),
    'END:VEVENT',
  ])
  expect(lines.every(line => encodeURIComponent(line).replace(/%../g, 'x').length <= 75)).toBe(true)
  const bad = { ...invitation, organizer: { name: '', address: 'a@b.example\r\nX:1' } }
  expect(writeReplyCalendar(bad, { answer: 'accepted', attendee, now })).toBeNull()
})
