// Exports raw messages a thousand a file, in the mbox format that mail programs import: an archive of as many files as messages would be too many for most.
import { type ExportContext, readRows, textIn } from '../foundation/db/export-rows.ts'
import { readRawMessages } from './raw-message-store.ts'

const messagesPerFile = 1000
/** Some may have megabytes. */
const messagesPerRead = 20

export async function* exportRawMessages(context: ExportContext) {
  const ids = readRows(context, 'raw_messages', { key: ['id'], omit: ['sealed'] })[Symbol.asyncIterator]()
  let next = await ids.next()
  for (let file = 1; !next.done; file++) yield { name: `${file}.mbox`, bytes: oneFile() }

  async function* oneFile(): AsyncGenerator<Buffer> {
    for (let count = 0; count < messagesPerFile && !next.done; ) {
      const batch: string[] = []
      for (; batch.length < messagesPerRead && !next.done; next = await ids.next()) batch.push(textIn(next.value, 'id'))
      count += batch.length
      for (const message of await readRawMessages(context.db, context.userId, context.contentKey, batch)) yield toMbox(message)
    }
  }
}

interface RawMessage {
  bytes: Buffer
  at: Date
}

/** Lines that begin with “From ” after any number of “>” get one more, so that what was received can be restored (mboxrd, RFC 4155). */
function toMbox({ bytes, at }: RawMessage): Buffer {
  const quoted = bytes.toString('latin1').replace(/^>*From /gm, '>$&')
  const end = quoted.endsWith('\n') ? '\r\n' : '\r\n\r\n'
  return Buffer.from(`From MAILER-DAEMON ${toAsctime(at)}\r\n${quoted}${end}`, 'latin1')
}

/** As in “Thu Nov 26 18:31:50 2026”, in UTC. */
function toAsctime(at: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = at.toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${day} ${time} ${year}`
}
