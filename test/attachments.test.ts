// Checks, for every email in the corpora, that the message accounts for each attachment and keeps within its limits.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { decideFileOutcomes, type FileFate, selectFilesToSend } from '../core/message/attachments.ts'
import { loadWords } from '../server/foundation/words.ts'
import { listedFiles, listFileParts, sendableFiles } from '../server/mail/parsing/attachments/parts.ts'
import { listFiles } from '../server/mail/parsing/files.ts'
import { renderFiles } from '../server/whatsapp/render/files.ts'

const words = loadWords('en')
const corpora = join(import.meta.dirname, '../../shared/corpora')

function mailsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? mailsIn(join(folder, entry.name)) : /\.(json|md)$/.test(entry.name) ? [] : [join(folder, entry.name)],
  )
}

const bytesOf = (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path))

const told: Record<FileFate, RegExp> = {
  sent: /(\d+) files? follows?/,
  too_large: /too large/,
  too_many: /isn’t included/,
  not_taken: /doesn’t accept/,
  link_only: /comes as a link/,
  program: /it’s a program|more files? (?:wasn|weren)’t forwarded/,
  inside: /it contains a program|more files? (?:wasn|weren)’t forwarded/,
  empty: /is empty|more files? (?:is|are) not forwarded/,
  held_back: /(\d+) files? (?:is|are) left out/,
  not_kept: /(\d+) files? stays? in your mailbox/,
}

test.skipIf(!existsSync(corpora))(
  'no file of any mail of the corpora goes unaccounted for (shared/corpora is absent where this is skipped)',
  async () => {
    const paths = [...mailsIn(join(corpora, 'eml')), ...mailsIn(join(corpora, 'modern/dev'))]
    const wrong: string[] = []
    let files = 0
    for (const path of paths) {
      const email = await PostalMime.parse(bytesOf(path), { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true })
      const parts = listFileParts(email)
      const all = listedFiles(parts, false)
      const stored = new Set(sendableFiles(parts).map(({ n }) => n))
      const named = listFiles(email).filter(({ filename, mimeType }) => !/winmail\.dat|ms-tnef/i.test(`${filename}${mimeType}`)).length
      if (all.items.length + all.left < named) wrong.push(`${path}: ${named} attachments, ${all.items.length} files`)
      files += parts.length
      for (const selected of [selectFilesToSend(all, stored, 1e8, 10), selectFilesToSend(all, stored, 1e8, 1), [], null]) {
        const fates = decideFileOutcomes(all, { selected, stored, maxBytes: 1e8 })
        const text = renderFiles(words, all, fates, n => `https://mail.example.com/a/${n}`) ?? ''
        if (text.length > 3000) wrong.push(`${path}: ${text.length} letters about files`)
        for (const { fate } of fates) if (!told[fate].test(text)) wrong.push(`${path}: ${fate} is not told`)
        for (const fate of ['sent', 'held_back', 'not_kept'] as const) {
          const count = fates.filter(one => one.fate === fate).length
          if (count > 0 && told[fate].exec(text)?.[1] !== String(count)) wrong.push(`${path}: ${count} of ${fate} are told otherwise`)
        }
      }
    }
    console.log(`${files} files in ${paths.length} mails`)
    expect(wrong).toEqual([])
  },
)
