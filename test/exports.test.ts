// Tests the data export: everything stored about the person, no secrets, nobody else's data, and only they can get it.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { listExportsApi, startExportApi } from '../core/api/exports.ts'
import * as mail from '../core/api/mail.ts'
import * as outgoing from '../core/api/outgoing.ts'
import { sweepExports } from '../server/files/exports/owners.ts'
import { exportSections, keptBack } from '../server/use-cases/leave/export-sections.ts'
import { testDatabase } from './database.ts'
import { readZip } from './read-zip.ts'
import { addFilter, linkPhone, makeKey, type Person, patience, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url)
let anna: Person
let ben: Person
let made: { id: string; files: Map<string, Buffer> }

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  ben = await signUp(product, 'ben')
  await furnish(anna, '15550105001', 'harbour')
  await furnish(ben, '15550105002', 'lighthouse')
  made = await copyOf(anna)
})

const Line = z.record(z.string(), z.unknown())
const lines = (name: string) =>
  (made.files.get(`${name}.jsonl`)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map(line => Line.parse(JSON.parse(line)))

describe('the archive', () => {
  test('tells each mail with its text, why it matched, and where it went', () => {
    const [message] = lines('messages')
    expect(message).toMatchObject({ mail: { subject: 'The harbour', body: expect.stringContaining('boats in the harbour') } })
    const [decision] = lines('decisions')
    expect(decision).toMatchObject({
      message_id: message?.['id'],
      decision: 'matched',
      explanation: [{ filterName: 'Mails with harbour' }],
    })
    const [delivery] = lines('deliveries')
    expect(delivery).toMatchObject({ message_id: message?.['id'] })
    expect(lines('attempts')).toMatchObject([{ delivery_id: delivery?.['id'] }])
    expect(lines('replies')).toMatchObject([{ reply: { text: 'We sail at noon' } }])
    expect(made.files.get('mails-as-they-came/1.mbox')?.toString()).toContain('Subject: The harbour')
  })

  test('holds filters, phones, sessions, keys and the log, and the picture of the whole in words', () => {
    expect(made.files.get('setup/settings.yaml')?.toString()).toMatch(/^mailferry: 1\n[^]*\nphones:\n[^]*name: Mails with harbour/)
    expect(JSON.parse(made.files.get('filters/filters.json')?.toString() ?? '')).toMatchObject({
      filters: [{ name: 'Mails with harbour' }],
    })
    expect(made.files.get('filters/filters.sieve')?.toString()).toContain('harbour')
    expect(lines('phones')).toMatchObject([{ wa_id: '15550105001' }])
    expect(lines('account')).toMatchObject([{ email: anna.email }])
    expect(lines('sessions')).toHaveLength(1)
    expect(lines('keys')).toMatchObject([{ name: 'To read', scope: 'read' }])
    expect(lines('activity').map(line => line['action'])).toContain('api_key.created')
    expect(lines('from-phones')).toHaveLength(1)
    expect(made.files.get('README.txt')?.toString()).toContain('messages.jsonl')
  })

  test('holds no secret and nothing of another person', () => {
    const all = [...made.files].filter(([name]) => name.endsWith('.jsonl'))
    const columns = new Set(all.flatMap(([name]) => lines(name.replace('.jsonl', '')).flatMap(line => Object.keys(line))))
    expect([...columns].filter(column => /hash|secret|seal|token|password$|lease/.test(column))).toEqual([])
    const text = Buffer.concat([...made.files.values()]).toString()
    expect(text).not.toMatch(/lighthouse|15550105002|ben@example\.com/)
    // As PostgreSQL writes bytes, and JSON that.
    const unopened = /"\\\\x/
    expect(JSON.stringify({ body: '\\x00ff' })).toMatch(unopened)
    expect(text).not.toMatch(unopened)
  })
})

test('every table that names people is copied, or named with the reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.column_name in ('user_id', 'owner_id') and c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(db)
  const copied = exportSections(() => new Date(), 30).flatMap(part => [...part.tables])
  const named = rows.map(row => row.name)
  expect(named.filter(name => !copied.some(table => table === name) && !(name in keptBack))).toEqual([])
  expect(Object.keys(keptBack).filter(name => !named.includes(name) || copied.some(table => table === name))).toEqual([])
})

describe('asking for copies', () => {
  test('is told by mail and in the log, happens once at a time and three times a day', async () => {
    const outbox = await (await fetch(`${product.url}/sandbox/outbox`)).text()
    expect(outbox).toContain('Your data is ready to download')
    const logged = await db.selectFrom('activity_logs').select('action').where('resource_id', '=', made.id).orderBy('id').execute()
    expect(logged.map(row => row.action)).toEqual(['export.created', 'export.downloaded'])
    const working = (id: string, claimed: Date | null) =>
      db
        .updateTable('exports')
        .set({ state: claimed ? 'working' : 'ready', claimed_until: claimed })
        .where('id', '=', id)
        .execute()
    await working(made.id, new Date(Date.now() + 3_600_000))
    expect(await anna.try('POST', '/api/exports')).toMatchObject({ status: 409, body: { code: 'export_under_way' } })
    await working(made.id, null)
    for (let n = 1; n < 3; n++) {
      const { id } = await anna.ask(startExportApi, 'POST', '/api/exports')
      expect((await anna.try('DELETE', `/api/exports/${id}`)).status).toBe(200)
    }
    expect(await anna.try('POST', '/api/exports')).toMatchObject({ status: 429, body: { code: 'too_many_exports' } })
  })

  test('only its person has it, and nobody once it has expired or is deleted', async () => {
    expect((await ben.try('GET', `/api/exports/${made.id}/file`)).status).toBe(404)
    expect((await ben.try('DELETE', `/api/exports/${made.id}`)).status).toBe(404)
    await db
      .updateTable('exports')
      .set({ expires_at: new Date(0) })
      .where('id', '=', made.id)
      .execute()
    expect((await anna.try('GET', `/api/exports/${made.id}/file`)).status).toBe(404)
    expect((await anna.try('DELETE', `/api/exports/${made.id}`)).status).toBe(200)
    await sweepExports(db, new Date(Date.now() + 8 * 86_400_000), new Date())
    // Whoever was still making a copy that is deleted takes its last bytes away.
    await expect.poll(() => db.selectFrom('export_chunks').select('n').execute()).toEqual([])
  })
})

async function furnish(person: Person, phone: string, word: string): Promise<void> {
  await linkPhone(product, person, phone)
  await addFilter(person, word)
  await makeKey(product, person, 'read')
  const mailbox = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: `The ${word}`, text: `There are boats in the ${word}.` })
  const { id } = await untilMessageState(person, `The ${word}`, 'forwarded')
  await person.ask(outgoing.addReplyApi, 'POST', `/api/messages/${id}/replies`, { text: 'We sail at noon' })
}

async function untilReady(person: Person, id: string): Promise<void> {
  await vi.waitFor(async () => {
    const { items } = await person.ask(listExportsApi, 'GET', '/api/exports')
    expect(items.find(item => item.id === id)).toMatchObject({ state: 'ready' })
  }, patience)
}

async function copyOf(person: Person) {
  const { id } = await person.ask(startExportApi, 'POST', '/api/exports')
  await untilReady(person, id)
  const answer = await fetch(`${product.url}/api/exports/${id}/file`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="mailferry-\d{4}-\d\d-\d\d\.zip"$/)
  return { id, files: readZip(Buffer.from(await answer.arrayBuffer())) }
}
