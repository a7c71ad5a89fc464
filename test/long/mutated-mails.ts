// Renders randomly mutated emails from the corpora: `-- COUNT SEED`; the last line counts crashes, hangs and rendering faults.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MailView } from '../../core/message/view.ts'
import { loadWords } from '../../server/foundation/words.ts'
import { renderMail } from '../../server/whatsapp/render/mail.ts'
import { corpus, readMail } from '../corpora.ts'
import { seeded } from '../faults/chance.ts'
import { faultsIn } from '../render-faults.ts'
import { viewed } from '../render-viewed.ts'

const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number)
const hangMs = 3000
const largest = 200_000

/** Pieces that break what reads HTML, text and markup. */
const pieces = [
  '*',
  '_',
  '~',
  '`',
  '```',
  '> ',
  '- ',
  '1. ',
  '\n',
  '\n\n',
  '\u2060',
  '\u202e',
  '👨‍👩‍👧‍👦',
  'e\u0301',
  'مرحبا',
  '<b>',
  '</b>',
  '<i>*</i>',
  '<br>',
  '<p>',
  '<table><tr><td>a<td>b',
  '<blockquote>',
  '<ol start=99>',
  '<li>',
  '<pre>',
  '<!--',
  '<style>',
  '<script>',
  '<a href="https://a.example/?url=https%3A%2F%2Fb.example">c</a>',
  '<div style="display:none">',
  '<h1>',
  '&#42;x&#42;',
  '&zwnj;',
  '<code>`</code>',
  'https://x.example/_a_*b*',
  'On Tue, 3 Mar 2026 at 10:14, A <a@b.example> wrote:\n',
  '-- \n',
  '=',
  '=\n',
  '\0',
  '(',
  '\\',
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'RRULE:FREQ=SECONDLY;COUNT=2000000000\r\n',
  'DTSTART;TZID="',
  'DURATION:P9W\r\n',
  ';CN="',
]

/** An invitation in plain letters, so that changes reach its calendar. */
const invitation = `From: Ann <ann@a.example>
To: Bo <bo@b.example>
Subject: Lunch
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain

Lunch?
--x
Content-Type: text/calendar; method=REQUEST

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:Ours
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1@a.example
SEQUENCE:1
DTSTART;TZID=Ours:20260414T080000
DURATION:PT1H
RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20260630T070000Z
SUMMARY:Lunch *and* tea
LOCATION:Room _1_
ORGANIZER;CN="Ann":mailto:ann@a.example
ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Bo:mailto:bo@b.example
END:VEVENT
END:VCALENDAR
--x--
`.replaceAll('\n', '\r\n')

const folders = ['eml', 'modern/dev'].flatMap(name => corpus(name) ?? [])
const files = folders.flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(md|json|list|gz)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name)),
)
const read = files.map(file => readMail(file)).filter(raw => raw.length <= largest)
if (read.length === 0) throw new Error('The test mails (../shared/corpora) are not here.')
const mails = [...read, ...Array.from({ length: 40 }, () => Buffer.from(invitation))]

const chance = seeded(seed)
const below = (count: number): number => Math.floor(chance() * count)
const tally = { mails: 0, refused: 0, crashes: 0, hangs: 0, faults: 0, slowestMs: 0 }
const words = loadWords('en')
for (; tally.mails < count; tally.mails++) {
  const raw = mutated(mails[below(mails.length)] ?? Buffer.alloc(0))
  const before = process.cpuUsage()
  const view = await viewed(raw).catch(() => null)
  if (view) look(view)
  else tally.refused += 1
  const { user, system } = process.cpuUsage(before)
  // By the clock of the processor: what else the machine does is no fault of a mail's.
  const tookMs = (user + system) / 1000
  tally.slowestMs = Math.max(tally.slowestMs, tookMs)
  if (tookMs > hangMs) {
    tally.hangs += 1
    process.stderr.write(`mail ${tally.mails}: ${Math.round(tookMs)} ms (${raw.length} bytes)\n`)
  }
  if (tally.mails % 5000 === 4999) process.stderr.write(`${JSON.stringify(tally)}\n`)
}
const { crashes, hangs, faults } = tally
process.stdout.write(
  `mutated-mails seed=${seed} mails=${tally.mails} refused=${tally.refused} crashes=${crashes} hangs=${hangs} faults=${faults} slowest_ms=${Math.round(tally.slowestMs)}\n`,
)
process.exit(crashes + hangs + faults === 0 ? 0 : 1)

function look(view: MailView): void {
  try {
    const found = faultsIn(view, renderMail(words, view, 'All mail'))
    tally.faults += found.length
    for (const fault of found) process.stderr.write(`mail ${tally.mails}: ${fault} (${JSON.stringify(view.subject.slice(0, 80))})\n`)
  } catch (error) {
    tally.crashes += 1
    process.stderr.write(`mail ${tally.mails}: ${String(error)}\n`)
  }
}

/** Up to eight changes: bytes turned, cut out, doubled, pieces put in. */
function mutated(mail: Buffer): Buffer {
  let raw = mail
  for (let left = 1 + below(8); left > 0; left--) {
    const at = below(raw.length + 1)
    const end = Math.min(raw.length, at + below(below(4) === 0 ? 4000 : 40))
    const put = [Buffer.alloc(0), Buffer.from([below(256)]), raw.subarray(at, end), Buffer.from(pieces[below(pieces.length)] ?? '')]
    const from = below(3) === 0 ? end : at
    raw = Buffer.concat([raw.subarray(0, at), put[below(put.length)] ?? '', raw.subarray(from)].map(part => Buffer.from(part)))
  }
  return raw
}
