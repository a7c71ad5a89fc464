// Tests reading the event in an email's calendar, and that hostile calendars do no harm.
import { expect, test } from 'vitest'
import { viewed } from '../../../../test/render-viewed.ts'

const calendar = (lines: string[], method = 'REQUEST') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:1@a.example',
  'ORGANIZER;CN=Ann:mailto:Ann@A.example',
  'ATTENDEE:mailto:bo@b.example',
  ...lines,
  'END:VEVENT',
]
const mail = (text: string, type = 'text/calendar; charset=utf-8', more = '') =>
  viewed(
    Buffer.from(
      `From: ann@a.example\r\nTo: bo@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHi\r\n--x\r\nContent-Type: ${type}\r\n${more}\r\n${text}\r\n--x--\r\n`,
    ),
  )
const card = async (...lines: string[]) => {
  const found = (await mail(calendar(event(...lines)))).card
  return found?.kind === 'event' ? found : null
}

test.each<[string, string[], object]>([
  ['an instant', ['DTSTART:20260414T080000Z', 'DTEND:20260414T084500Z'], { start: '2026-04-14T08:00:00Z', end: '2026-04-14T08:45:00Z' }],
  ['no end', ['DTSTART:20260414T080000Z'], { end: '2026-04-14T08:00:00Z' }],
  ['an end that cannot be compared', ['DTSTART:20260414T080000', 'DTEND:20260414T090000Z'], { end: '2026-04-14T08:00:00' }],
  ['an end before its beginning', ['DTSTART:20260414T080000Z', 'DTEND:20260413T080000Z'], { end: '2026-04-14T08:00:00Z' }],
  ['a span over a change of clocks', ['DTSTART;TZID=Europe/Berlin:20260328T100000', 'DURATION:P1DT2H'], { end: '2026-03-29T10:00:00Z' }],
  ['a span of centuries', ['DTSTART:20260414T080000Z', 'DURATION:P9999W'], { end: '2026-04-14T08:00:00Z' }],
  ['a day', ['DTSTART;VALUE=DATE:20260414'], { start: '2026-04-14', end: '2026-04-15', isAllDay: true, timeZone: null }],
  ['a clock without a zone', ['DTSTART:20260414T080000', 'DURATION:PT1H'], { start: '2026-04-14T08:00:00', end: '2026-04-14T09:00:00' }],
  ['a zone that nobody knows', ['DTSTART;TZID=Mars/Base:20260414T080000'], { start: '2026-04-14T08:00:00', timeZone: 'Mars/Base' }],
  [
    'a zone of Windows',
    ['DTSTART;TZID="Eastern Standard Time":20260414T080000'],
    { start: '2026-04-14T12:00:00Z', timeZone: 'America/New_York' },
  ],
  [
    'a zone with a path',
    ['DTSTART;TZID=/x.org/2007_1/Asia/Tokyo:20260414T080000'],
    { start: '2026-04-13T23:00:00Z', timeZone: 'Asia/Tokyo' },
  ],
])('an event with %s', async (_, lines, expected) => expect(await card(...lines)).toMatchObject(expected))

test('a custom time zone is applied', async () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:20000101T000000', 'TZOFFSETFROM:+0530', 'TZOFFSETTO:+0545']
  const { card } = await mail(calendar([...zone, 'END:STANDARD', 'END:VTIMEZONE', ...event('DTSTART;TZID=Ours:20260414T080000')]))
  expect(card).toMatchObject({ start: '2026-04-14T02:15:00Z', timeZone: 'Ours' })
})

test('folded lines and escapes are decoded', async () => {
  const found = await card(
    ...['DTSTART:20260414T080000Z', 'SUMMARY:A\\, b', ' c', 'LOCATION:Room\\n1', 'SEQUENCE:3', 'STATUS:TENTATIVE'],
    ...['X-GOOGLE-CONFERENCE:https://meet.example/a?utm_source=x', 'DESCRIPTION', 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'END:VALARM'],
  )
  expect(found).toMatchObject({
    ...{ title: 'A, bc', where: 'Room 1', sequence: 3, status: 'tentative', link: 'https://meet.example/a' },
    ...{ organizer: { name: 'Ann', address: 'ann@a.example' }, attendees: [{ address: 'bo@b.example', partstat: 'needs-action' }] },
  })
})

test('a file that is clearly an invitation is read, whatever its type', async () => {
  const file = 'Content-Disposition: attachment; filename="i.ics"\r\n'
  const lines = event('DTSTART:20260414T080000Z')
  expect((await mail(calendar(lines), 'application/octet-stream', file)).card).toMatchObject({ kind: 'event', method: 'request' })
  expect((await mail(calendar(lines, 'PUBLISH'), 'application/octet-stream', file)).card).toBeUndefined()
  expect((await mail(calendar(lines, 'COUNTER'), 'text/calendar', '')).card).toMatchObject({ method: 'counter' })
})

test.each([
  ['no time', event()],
  ['a day that there is not', event('DTSTART:20260231T080000Z')],
  ['a time before all calendars', event('DTSTART:00010101T000000Z')],
  [
    'two events that have nothing to do with each other',
    [...event('DTSTART:20260414T080000Z'), ...event('DTSTART:20260414T080000Z').map(line => line.replace('UID:1', 'UID:2'))],
  ],
  ['a component that does not end', ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20260414T080000Z']],
  ['an answer of nobody', ['METHOD:REPLY']],
])('%s yields no card', async (_, lines) => expect((await mail(calendar(lines))).card).toBeUndefined())

test('a calendar with a hundred thousand lines, deep components or endless rules takes only a moment', async () => {
  const start = 'DTSTART;TZID=X:20260414T080000'
  const zone = (rule: string) => [
    ...['BEGIN:VTIMEZONE', 'TZID:X', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100'],
    ...[`RRULE:${rule}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  const hostile = [
    event(start, ...Array.from({ length: 10_000 }, (_, at) => `ATTENDEE:mailto:a${at}@b.example`)),
    event(start, 'RRULE:FREQ=SECONDLY;COUNT=2000000000', 'EXDATE:20260101T000000Z'),
    [...zone('FREQ=SECONDLY'), ...event(start)],
    Array.from({ length: 20_000 }, () => 'BEGIN:VEVENT'),
    event(`SUMMARY:${'\\,'.repeat(100_000)}`, start),
    Array.from({ length: 500 }, () => zone('FREQ=YEARLY')).flat(),
  ]
  const began = process.cpuUsage()
  for (const lines of hostile) {
    const view = await mail(calendar(lines))
    expect(Buffer.byteLength(JSON.stringify(view.card ?? null))).toBeLessThan(8000)
  }
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000)
})
