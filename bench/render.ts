// Measures rendering emails from the corpora for a phone (blocks, card and WhatsApp text), without parsing or sending.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { loadWords } from '../server/foundation/words.ts'
import { readBlocks } from '../server/mail/parsing/blocks.ts'
import { toView } from '../server/mail/parsing/view.ts'
import { renderMail } from '../server/whatsapp/render/mail.ts'
import { corpus, readMail } from '../test/corpora.ts'

const rounds = 3

/** `mails_a_second` is for one thread; `worst_ms` is the slowest email in its fastest round, so that other load on the machine counts little. */
export async function benchRender(): Promise<string> {
  const emails = await readEmails()
  if (emails.length === 0) return 'render: the test emails (../shared/corpora) are missing'
  const words = loadWords('en')
  const fastest = emails.map(() => Infinity)
  let bestMs = Infinity
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    for (const [at, { email, view }] of emails.entries()) {
      const start = performance.now()
      renderMail(words, { ...view, ...readBlocks(email, view, 16_384) }, 'All mail')
      fastest[at] = Math.min(fastest[at] ?? Infinity, performance.now() - start)
    }
    bestMs = Math.min(bestMs, performance.now() - began)
  }
  const worst = fastest.indexOf(Math.max(...fastest))
  const median = fastest.toSorted((a, b) => a - b)[Math.floor(fastest.length / 2)] ?? 0
  return `render mails=${emails.length} mails_a_second=${Math.round((emails.length * 1000) / bestMs)} median_ms=${median.toFixed(2)} worst_ms=${(fastest[worst] ?? 0).toFixed(1)} (${emails[worst]?.name ?? ''})`
}

async function readEmails() {
  const emails: { name: string; email: Email; view: ReturnType<typeof toView> }[] = []
  for (const folder of ['eml', 'modern/dev'].flatMap(name => corpus(name) ?? []))
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(md|json|list)$/.test(entry.name)) continue
      const raw = readMail(join(entry.parentPath, entry.name))
      const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true })
      emails.push({ name: entry.name, email, view: toView(email, { sizeBytes: raw.length, unparsed: null, fetched: 'all' }) })
    }
  return emails
}
