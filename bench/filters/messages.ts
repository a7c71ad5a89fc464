// The mails of the bench: made up in the sizes of real ones, and real ones where they stand beside the repository.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Arrival } from '../../core/message/arrival.ts'
import type { MailView } from '../../core/message/view.ts'
import { viewOf } from '../../server/mail/parsing/view.ts'
import { corpus, readMail } from '../../test/corpora.ts'
import { type Chance, chance } from './random.ts'
import { addressAt, anyWord, anyWords } from './vocabulary.ts'

export const arrival: Arrival = {
  arrivedAt: '2026-11-20T18:30:00.000Z',
  timeZone: 'Europe/Berlin',
  mailbox: { address: 'me@example.net', kind: 'imap' },
  isFirstTimeSender: false,
}

/** Half of them made up, half from the corpora; all made up where there are none. */
export async function messagesOf(count: number): Promise<{ views: MailView[]; real: number }> {
  const random = chance(7)
  const real = await realMails(Math.floor(count / 2))
  const made = await Promise.all(Array.from({ length: count - real.length }, () => parsed(Buffer.from(madeUp(random)))))
  return { views: [...made, ...real], real: real.length }
}

async function realMails(most: number): Promise<MailView[]> {
  const folder = corpus('eml')
  if (!folder) return []
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  const step = Math.max(1, Math.floor(files.length / most))
  return Promise.all(
    files
      .filter((_, i) => i % step === 0)
      .slice(0, most)
      .map(path => parsed(readMail(path))),
  )
}

async function parsed(raw: Buffer): Promise<MailView> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return viewOf(email, { sizeBytes: raw.length, unparsed: null, fetched: 'all' })
}

/** From 300 letters to 30,000, half below 3,000. */
function madeUp(random: Chance): string {
  const letters = Math.round(300 * 10 ** (2 * random.next()))
  const text: string[] = []
  for (let length = 0; length < letters; length += text.at(-1)?.length ?? 0) text.push(`${anyWords(random, 6 + random.below(12))}.\r\n`)
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
