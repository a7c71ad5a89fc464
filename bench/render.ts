// Mails of the corpora into words for a phone: blocks, card and WhatsApp text, without the parsing before and the sending behind.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { wordsOf } from '../server/foundation/words.ts'
import { readBlocks } from '../server/mail/parsing/blocks.ts'
import { viewOf } from '../server/mail/parsing/view.ts'
import { renderMail } from '../server/whatsapp/render/mail.ts'
import { corpus, readMail } from '../test/corpora.ts'

const rounds = 3

/** `mails_a_second` by one thread; `worst_ms` is the slowest mail in its fastest round, so that what else the machine does counts little. */
export async function benchRender(): Promise<string> {
  const mails = await readMails()
  if (mails.length === 0) return 'render: the test mails (../shared/corpora) are not here'
  const words = wordsOf('en')
  const fastest = mails.map(() => Infinity)
  let bestMs = Infinity
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    for (const [at, { email, view }] of mails.entries()) {
      const start = performance.now()
      renderMail(words, { ...view, ...readBlocks(email, view, 16_384) }, 'All mail')
      fastest[at] = Math.min(fastest[at] ?? Infinity, performance.now() - start)
    }
    bestMs = Math.min(bestMs, performance.now() - began)
  }
  const worst = fastest.indexOf(Math.max(...fastest))
  const median = fastest.toSorted((a, b) => a - b)[Math.floor(fastest.length / 2)] ?? 0
  return `render mails=${mails.length} mails_a_second=${Math.round((mails.length * 1000) / bestMs)} median_ms=${median.toFixed(2)} worst_ms=${(fastest[worst] ?? 0).toFixed(1)} (${mails[worst]?.name ?? ''})`
}

async function readMails() {
  const mails: { name: string; email: Email; view: ReturnType<typeof viewOf> }[] = []
  for (const folder of ['eml', 'modern/dev'].flatMap(name => corpus(name) ?? []))
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(md|json|list)$/.test(entry.name)) continue
      const raw = readMail(join(entry.parentPath, entry.name))
      const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true })
      mails.push({ name: entry.name, email, view: viewOf(email, { sizeBytes: raw.length, unparsed: null, fetched: 'all' }) })
    }
  return mails
}
