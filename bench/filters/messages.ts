// Emails for the benchmark: generated ones in realistic sizes, and real ones if the corpora are next to the repository.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Arrival } from '../../core/message/arrival.ts'
import type { MailView } from '../../core/message/view.ts'
import { toView } from '../../server/mail/parsing/view.ts'
import { corpus, readMail } from '../../test/corpora.ts'
import { type Chance, chance } from './random.ts'
import { addressAt, anyWord, anyWords } from './vocabulary.ts'

export const arrival: Arrival = {
  arrivedAt: '2026-11-20T18:30:00.000Z',
  timeZone: 'Europe/Berlin',
  mailbox: { address: 'me@example.net', kind: 'imap' },
  isFirstTimeSender: false,
}

/** Half generated, half from the corpora; all generated if there are no corpora. */
export async function makeMessages(count: number): Promise<{ views: MailView[]; real: number }> {
  const random = chance(7)
  const real = await readRealMessages(Math.floor(count / 2))
  const generated = await Promise.all(Array.from({ length: count - real.length }, () => parse(Buffer.from(generate(random)))))
  return { views: [...generated, ...real], real: real.length }
}

async function readRealMessages(limit: number): Promise<MailView[]> {
  const folder = corpus('eml')
  if (!folder) return []
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  const step = Math.max(1, Math.floor(files.length / limit))
  return Promise.all(
    files
      .filter((_, i) => i % step === 0)
      .slice(0, limit)
      .map(path => parse(readMail(path))),
  )
}

async function parse(raw: Buffer): Promise<MailView> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return toView(email, { sizeBytes: raw.length, unparsed: null, fetched: 'all' })
}

/** From 300 to 30,000 characters, half of them below 3,000. */
function generate(random: Chance): string {
  const characters = Math.round(300 * 10 ** (2 * random.next()))
  const text: string[] = []
  for (let length = 0; length < characters; length += text.at(-1)?.length ?? 0) text.push(`${anyWords(random, 6 + random.below(12))}.\r\n`)
  const sender = addressAt(random.below(20_000))
  return [
    `From: "${anyWord(random)} ${anyWord(random)}" <${sender}>`,
    'To: me@example.net',
    `Subject: ${anyWords(random, 3 + random.below(6))} ${random.below(10_000)}`,
    `Message-ID: <${random.below(1e9)}@${sender.split('@')[1] ?? ''}>`,
    'Date: Fri, 20 Nov 2026 18:29:00 +0000',
    ...(random.next() < 0.4 ? [`List-Id: <${anyWord(random)}.list.example>`, 'List-Unsubscribe: <mailto:off@list.example>'] : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...text,
  ].join('\r\n')
}
