// Tests what is fetched from real inboxes on Dovecot: no more than the filters need.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Filter } from '../../../core/filters/action.ts'
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { toFilterInput } from '../../../core/filters/fields.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import type { MailView } from '../../../core/message/view.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openOutside } from '../../foundation/outside.ts'
import { openInbox } from '../../mail/imap/connect.ts'
import { newFolderSync } from '../../mail/mailboxes/folder-sync.ts'
import { type Arrived, noContent } from '../../mail/parsing/arrived.ts'
import { openParser } from '../../mail/parsing/parse.ts'
import { splitMail } from '../../mail/parsing/raw.ts'
import { drain, type OnMail } from '../../mail/receiving/drain.ts'
import { fetchMoreFrom } from '../../mail/receiving/fetch-more.ts'
import { fetchUntilEnough, requireEnoughContent } from './fetch-more.ts'

const mb = 1024 * 1024
const parser = openParser({ workers: 2, timeoutMs: 10_000 })
const outside = openOutside({ allow: [], loopback: true })
afterAll(() => parser.stop())

describe.skipIf(skipWithoutDovecot())('fetching from Dovecot', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot()
  })
  afterAll(() => dovecot.stop())
  let users = 0

  async function opened(mails: Buffer[]) {
    const user = `user${++users}`
    dovecot.addUser(user, 'secret')
    for (let at = 0; at < mails.length; at += 8) await Promise.all(mails.slice(at, at + 8).map(mail => dovecot.deliver(user, mail)))
    const wire = await counting(dovecot.imapPort)
    onTestFinished(wire.close)
    const settings = { host: '127.0.0.1', port: wire.port, security: 'none' as const, username: user }
    const open = async () => {
      const connection = await openInbox({ outside }, settings, 'secret', 10_000)
      onTestFinished(() => connection.close())
      const folder = await connection.open('INBOX')
      if (!folder) throw new Error('There is no inbox.')
      return folder
    }
    return { wire, open, folder: await open() }
  }

  /** Drains what was delivered, as forward does with these conditions; counts what the server sent and was asked. */
  async function drained(mails: Buffer[], conditions: Condition[], limits = { maxBytes: 25 * mb }) {
    const { wire, open, folder } = await opened(mails)
    wire.reset()
    const engine = compile(conditions.map(filterOf), new Map())
    const views: MailView[] = []
    const onMail: OnMail = async (batch, alongside) => {
      const messages = await Promise.all(batch.map(async (arrived, i) => ({ id: String(i), arrived, view: await parser.parse(arrived) })))
      await fetchUntilEnough(parser, { messages }, new Date(0), async known => {
        const decided = known.map(message => ({
          message,
          decision: decide(engine, toFilterInput(message.view, arrival, new Map()), ['phone']),
        }))
        requireEnoughContent(decided, engine.filters)
        views.push(...known.map(message => message.view))
        await alongside?.(null as never)
      })
    }
    const place = newFolderSync('u', 'm', {
      ...{ name: 'INBOX', cursor: { uidValidity: folder.uidValidity, uidNext: 1 }, startsAt: new Date(0), passedAt: null, isGone: false },
    })
    const nothing = async () => undefined
    const deps = {
      ...{ onMail, now: () => new Date(), batch: 50, ...limits },
      ...{ moveCursor: nothing, saveCursor: nothing, forgetNumbering: nothing, onRenumbered: nothing, onNotReturned: nothing },
      ...{ onUnkept: () => undefined, onSetAside: nothing },
    }
    // What ends a connection is met once.
    const { missing } = await drain(deps, folder, place).catch(async () => drain(deps, await open(), place))
    expect(missing).toEqual([])
    const bySubject = views.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    return { views: bySubject, ...wire.counted() }
  }

  test('large emails that headers decide are hardly downloaded', async () => {
    const mails = Array.from({ length: 24 }, (_, i) => withFile(`mail ${i}`, 'nothing to see', mb))
    const { views, received, commands } = await drained(mails, [{ field: 'subject', operator: 'contains', values: ['invoice'] }])
    const share = received / mails.reduce((sum, mail) => sum + mail.length, 0)
    console.log(`headers alone: ${(share * 100).toFixed(2)} % of the bytes, ${commands} commands`)
    expect(share).toBeLessThan(0.05)
    expect(views.map(view => view.subject).toSorted()).toEqual(mails.map((_, i) => `mail ${i}`).toSorted())
    expect(views.every(view => view.fetched === 'headers' && view.body === '' && view.unparsed === null)).toBe(true)
  })

  test('a filter on the text downloads the text and no file', async () => {
    const mails = [withFile('first', 'your invoice', 10 * mb), withFile('second', 'something else', 10 * mb)]
    const { views, received, commands } = await drained(mails, [{ field: 'body', operator: 'contains', values: ['invoice'] }])
    console.log(`text of two mails of 14 MB: ${Math.round(received / 1024)} KB, ${commands} commands`)
    expect(received).toBeLessThan(mb / 4)
    expect(views.map(view => [view.fetched, view.body])).toEqual([
      ['text', 'your invoice'],
      ['text', 'something else'],
    ])
    expect(views[0]?.attachments).toMatchObject([{ name: 'Rechnung für März.pdf', type: 'application/pdf' }])
    expect(Math.abs((views[0]?.attachments[0]?.sizeBytes ?? 0) - 10 * mb)).toBeLessThan(1024)
  })

  test('a filter on file names downloads no text when there is no such file', async () => {
    const mails = [withFile('pdf', 'the text', mb), withFile('none', 'the text', mb, 'photo.jpg')]
    const { views } = await drained(mails, [{ field: 'attachment_name', operator: 'ends', values: ['.pdf'] }])
    expect(views.map(view => [view.fetched, view.body, view.attachments.length])).toEqual([
      ['structure', '', 1],
      ['text', 'the text', 1],
    ])
  })

  test('parsing parts gives the same view as parsing the full email', async context => {
    const corpora = ['eml', 'modern/dev'].map(name => join(import.meta.dirname, '../../../../shared/corpora', name))
    if (!corpora.every(existsSync)) {
      if (process.env['CI'] === 'true') throw new Error('The test mails (../shared/corpora) are missing.')
      return context.skip('the test mails (../shared/corpora) are not here')
    }
    const files = corpora.flatMap(mailsIn).filter((_, i) => i % oneOf === 0)
    const { folder } = await opened(files.map(file => readFileSync(file)))
    const sources = await folder.fetch(dovecot.list(`user${users}`), 25 * mb)
    const mails = sources.map(({ uid, source }) => headOf(uid, source ?? Buffer.alloc(0)))
    const deeper = await fetchMoreFrom(folder, { fullBytes: 0, maxBytes: mb, partsBytes: 50 * mb }, new Set())(mails, 'text')
    const different: string[] = []
    for (const [i, mail] of deeper.entries()) {
      const whole = await parser.parse({ ...mail, raw: sources[i]?.source ?? mail.raw, fetched: 'all' })
      const deps = await parser.parse(mail)
      const gap = deps.attachments.map((file, j) => Math.abs(1 - file.sizeBytes / (whole.attachments[j]?.sizeBytes || 1)))
      if (JSON.stringify(plain(deps)) !== JSON.stringify(plain(whole)) || Math.max(0, ...gap) > 0.1) different.push(whole.subject)
    }
    const byParts = deeper.filter(mail => mail.fetched === 'text').length
    console.log(`${byParts} of ${deeper.length} mails by their parts, ${different.length} read in another way`)
    // Damaged ones, whose parts the server finds elsewhere than we do.
    expect(different.length).toBeLessThanOrEqual(deeper.length / 50)
    expect(byParts).toBeGreaterThan(deeper.length * 0.95)
  })

  test('a header longer than the first read is fetched completely', async () => {
    const long = Array.from({ length: 900 }, (_, i) => `X-Note-${i}: ${'n'.repeat(40)}`).join('\r\n')
    const { views } = await drained(
      [Buffer.from(`${long}\r\nSubject: behind it\r\n\r\n${'text\r\n'.repeat(30_000)}`)],
      [{ field: 'subject', operator: 'is', values: ['another'] }],
    )
    expect(views.map(view => [view.subject, view.fetched, view.body])).toEqual([['behind it', 'headers', '']])
  })

  test('small emails are fetched completely in one request', async () => {
    const mails = Array.from({ length: 40 }, (_, i) => withFile(`small ${i}`, 'text', 4096))
    const { views, commands } = await drained(mails, [{ field: 'body', operator: 'contains', values: ['text'] }])
    expect(views.every(view => view.fetched === 'all' && view.body === 'text')).toBe(true)
    expect(commands).toBe(2)
  })

  test('emails with an unreadable structure stop no mailbox and are fetched completely', async () => {
    const deep = Array.from({ length: 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')
    const many = '--b\r\nContent-Type: text/plain; name="a file of some name.txt"\r\n\r\ntext\r\n'.repeat(9000)
    const mails = [
      Buffer.from(`Subject: deep\r\n${deep}\r\n${'the deep text\r\n'.repeat(20_000)}`),
      Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${many}--b--\r\n`),
      withFile('other', 'the text', mb),
    ]
    const { views } = await drained(mails, [{ field: 'body', operator: 'contains', values: ['text'] }])
    const said = views.map(view => [view.subject, view.fetched, view.unparsed, view.body.includes('text')])
    expect(said.slice(0, 2)).toEqual([
      ['deep', 'all', null, true],
      ['many', 'all', 'many_parts', true],
    ])
    expect(views[1]?.leftParts).toBe(8000)
    expect(said[2]?.[3]).toBe(true)
  })

  test('emails above the size limit are read by their parts, including single-part ones', async () => {
    const mails = [withFile('large', 'the text', 3 * mb), Buffer.from(`Subject: simple\r\n\r\n${'no parts here\r\n'.repeat(60_000)}`)]
    const { views } = await drained(mails, [{ field: 'size', operator: 'over', bytes: 1 }], { maxBytes: mb })
    expect(views.map(view => [view.subject, view.fetched, view.unparsed, view.body.slice(0, 8)])).toEqual([
      ['large', 'text', null, 'the text'],
      ['simple', 'text', null, 'no parts'],
    ])
  })
})

/** All 873 of them take 15 s; what a test run has time for is one of so many. */
const oneOf = 8

const mailsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.eml'))
    .map(entry => join(entry.parentPath, entry.name))

function headOf(uid: number, raw: Buffer): Arrived {
  const head = raw.subarray(0, raw.length - splitMail(raw).body.length)
  return {
    ...{ userId: 'u', mailboxId: 'm', kind: 'imap', sourceKey: `INBOX:1:${uid}`, contentHash: noContent, uidValidity: 1, uid },
    ...{ raw: head, sizeBytes: raw.length, fetched: 'headers', reduced: null, arrivedAt: new Date(0) },
  }
}

/** Without the sizes, which a server tells of a file in its encoding. */
const plain = ({ attachments, fetched: _, files: __, ...view }: MailView) => ({
  ...view,
  attachments: attachments.map(({ name, type }) => ({ name, type })),
})

const arrival = {
  arrivedAt: '2026-11-22T10:00:00Z',
  timeZone: 'UTC',
  mailbox: { address: '', kind: 'imap' as const },
  isFirstTimeSender: null,
}

const filterOf = (condition: Condition): Filter => ({
  ...{ id: 'f', name: 'f', paused: false, condition },
  actions: [{ kind: 'forward', destinationIds: [] }],
})

/** A mail of two texts and a file of so many bytes. */
function withFile(subject: string, text: string, bytes: number, name = '=?utf-8?q?Rechnung_f=C3=BCr_M=C3=A4rz.pdf?='): Buffer {
  const file = (
    Buffer.alloc(bytes, subject)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')
  const lines = [
    ...['From: Billing <billing@example.com>', 'To: me@example.net', `Subject: ${subject}`, `Message-ID: <${subject}@example.com>`],
    ...['Content-Type: multipart/mixed; boundary="outer"', ''],
    ...['--outer', 'Content-Type: multipart/alternative; boundary="inner"', ''],
    ...['--inner', 'Content-Type: text/plain; charset=utf-8', '', text],
    ...[
      '--inner',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(`<p>${text}</p>`).toString('base64'),
    ],
    ...['--inner--', '--outer', `Content-Type: ${name.endsWith('jpg') ? 'image/jpeg' : 'application/pdf'}; name="${name}"`],
    ...[`Content-Disposition: attachment; filename="${name}"`, 'Content-Transfer-Encoding: base64', '', file, '--outer--', ''],
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** A wire to `port` that counts what comes, and the commands that go. */
async function counting(port: number) {
  const counts = { received: 0, commands: 0 }
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    near
      .on('error', () => far.destroy())
      .on('data', data => {
        counts.commands += data.toString('latin1').split('\r\n').length - 1
      })
    far
      .on('error', () => near.destroy())
      .on('data', data => {
        counts.received += data.length
      })
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  return {
    port: typeof at === 'object' ? (at?.port ?? 0) : 0,
    counted: () => ({ ...counts }),
    reset: () => void Object.assign(counts, { received: 0, commands: 0 }),
    close: () => void server.close(),
  }
}
