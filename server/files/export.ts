// Lists the files that a data export includes: a user's own, attachments of emails, and raw email sent to our addresses.
import { countRows, type ExportContext, type ExportPart, numberIn, readRows, rowsPart, textIn } from '../foundation/db/export-rows.ts'
import { openAttachment } from './attachments/store.ts'
import { openChunks } from './objects/chunks.ts'
import { readChunk } from './objects/store.ts'
import { exportRawMessages } from './raw-messages-export.ts'

/** `now` excludes expired files. */
export const filesExport = (now: () => Date): ExportPart[] => [
  rowsPart('files', 'files', { key: ['version'], omit: ['notes'] }),
  { kind: 'files', name: 'files', tables: ['file_chunks'], count: context => countRows(context, 'files'), files: exportOwnFiles },
  {
    ...{ kind: 'files', name: 'mail-files', tables: ['message_files', 'message_file_chunks'] },
    count: context => countRows(context, 'message_files'),
    files: context => exportAttachments(context, now),
  },
  { kind: 'files', name: 'mails-as-they-came', tables: ['raw_messages'], files: exportRawMessages },
]

async function* exportOwnFiles({ db, userId, contentKey }: ExportContext) {
  const source = { key: ['version'], without: ['notes'] }
  for await (const row of readRows({ db, userId, contentKey }, 'files', source)) {
    if (row['ready_at'] === null) continue
    const [version, sizeBytes] = [textIn(row, 'version'), numberIn(row, 'size_bytes')]
    const read = (n: number) => readChunk(db, userId, version, n)
    const bytes = openChunks(contentKey, userId, { version, sizeBytes }, { from: 0, to: sizeBytes - 1 }, read)
    yield { name: `${textIn(row, 'bucket')}/${textIn(row, 'path')}`, bytes }
  }
}

async function* exportAttachments({ db, userId, contentKey }: ExportContext, now: () => Date) {
  for await (const row of readRows({ db, userId, contentKey }, 'message_files', { key: ['message_id', 'n'], omit: ['about'] })) {
    const [messageId, n] = [textIn(row, 'message_id'), numberIn(row, 'n')]
    const file = await openAttachment(db, userId, contentKey, messageId, n, now())
    if (file) yield { name: `${messageId}/${n}-${file.name}`, bytes: file.bytes() }
  }
}
