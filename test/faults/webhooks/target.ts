// Starts the real server for webhooks, with phones and deliveries that a webhook could change.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { appSecret } from '../../../sandbox/whatsapp/credentials.ts'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { openTestbed, sent } from '../../../server/delivery/testbed.fixture.ts'
import { readConfig } from '../../../server/foundation/config.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { openLog } from '../../../server/foundation/log.ts'
import { startServer } from '../../../server/wiring/start.ts'
import { ask } from '../api.ts'
import type { Chance } from '../chance.ts'
import type { Forger, WebhookTarget } from './attack.ts'
import { forge, forgeryKinds, honest, type Posted } from './forgeries.ts'
import { makeWebhooks, type Sent, template } from './genuine.ts'

/** The fingerprint counts every sentence that left for a phone, too. */
export interface Target extends WebhookTarget {
  secret: string
  close(): Promise<void>
}

const phones = Array.from({ length: 12 }, (_, i) => `155501005${String(i).padStart(2, '0')}`)
/** What time alone changes is left out: when a lane is looked at again, and templates, which are compared with the messenger's list. */
const told = ['deliveries', 'attempts', 'destinations', 'inbound_messages', 'messenger_numbers', 'usage', 'link_codes']

const forger: Forger = {
  kinds: forgeryKinds.length,
  sign: body => honest(body, appSecret),
  forge: (original, another, chance) => forge({ original, another, secret: appSecret, chance }),
}

export async function openTarget(db: Db, databaseUrl: string, chance: Chance): Promise<Target> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-webhooks-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const standIn = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false })
  opened.defer(standIn.stop)
  const settings = { PORT: '0', SMTP_PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl, ROLES: 'web', DEMO: 'false' }
  const config = readConfig({ ...settings, WHATSAPP_GRAPH_URL: standIn.url, REQUESTS_A_MINUTE: '1000000' })
  const left = await putOnTheirWay(db)
  await putTemplate(db)
  const server = await startServer(config, openLog('silent'))
  opened.defer(server.stop)
  // Every few minutes it would find that the stand-in doesn't have this template.
  await sql`delete from pgboss.schedule where name = 'keep-templates'`.execute(db)
  const url = `http://127.0.0.1:${server.port}/webhooks/whatsapp`
  const post = ({ body, headers }: Posted) => postTo(url, body, headers)
  const webhooks = makeWebhooks(left, phones, chance, new Date())
  for (const body of webhooks) if ((await post(honest(body, appSecret))) !== 200) throw new Error('An honest webhook was refused.')
  await untilAnswered(db)
  await requirePaused(db)
  const fingerprint = async () => `${await rowsOf(db)} spoken=${await spokenBy(standIn.url)}`
  await untilStill(fingerprint)
  const kept = opened.move()
  return {
    secret: appSecret,
    webhooks,
    forger,
    post,
    fingerprint,
    close: () => kept.disposeAsync(),
  }
}

/** Two mails for each phone have left; a third waits. */
async function putOnTheirWay(db: Db): Promise<Sent[]> {
  const bed = openTestbed(db)
  bed.pass(Date.now() - bed.now().getTime())
  const userId = crypto.randomUUID()
  const host = bed.host('before')
  const left: Sent[] = []
  for (const phone of phones) await bed.mail(userId, await bed.phoneOf(userId, phone, phone), 3)
  for (let i = 0; i < 2; i++) {
    for (const claimed of await host.claim()) {
      const wamid = `wamid.${claimed.deliveryId}`
      await host.recordOutcome(claimed, sent(wamid))
      left.push({ userId, deliveryId: claimed.deliveryId, wamid })
    }
  }
  return left
}

async function putTemplate(db: Db): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000)
  await db
    .insertInto('message_templates')
    .values({
      ...{ id: crypto.randomUUID(), purpose: 'announce_one', name: template.name, language: template.language, category: 'UTILITY' },
      ...{ components: '[]', state: 'pending', meta_id: template.metaId, quality: null, reason: null, paused_until: null, position: 1000 },
      ...{ created_at: yesterday, updated_at: yesterday },
    })
    .execute()
}

async function postTo(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  await answer.arrayBuffer()
  return answer.status
}

/** And until the answers were said: what the number's pace did not let be said is said again half a minute later. */
async function untilAnswered(db: Db): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    const open = await db
      .selectFrom('inbound_messages')
      .select('wamid')
      .where(e => e.or([e('answered_at', 'is', null), e('response_due_at', 'is not', null)]))
      .limit(1)
      .execute()
    if (open.length === 0) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('What the phones said was not answered.')
}

/** An answer is written down before it is said, and waits up to a second for its place in the number's pace. */
async function untilStill(fingerprint: () => Promise<string>): Promise<void> {
  let before = ''
  for (let i = 0, still = 0; i < 30; i++) {
    const now = await fingerprint()
    still = now === before ? still + 1 : 0
    if (still === 3) return
    before = now
    await new Promise(done => setTimeout(done, 1000))
  }
  throw new Error('What the phones said went on changing things.')
}

/** The template keeps its last state, whatever is repeated. */
export async function requirePaused(db: Db): Promise<void> {
  const row = await db.selectFrom('message_templates').select('state').where('meta_id', '=', template.metaId).executeTakeFirst()
  if (row?.state !== 'paused') throw new Error(`The template that was paused last is ${row?.state}.`)
}

async function rowsOf(db: Db): Promise<string> {
  const sums: string[] = []
  for (const table of told) {
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t`.execute(db)
    sums.push(`${table}=${rows[0]?.sum ?? 'empty'}`)
  }
  return sums.join(' ')
}

const Messages = z.object({ messages: z.array(z.unknown()) })

const spokenBy = async (standIn: string): Promise<number> =>
  Messages.parse(await ask(standIn, 'GET', '/_sim/messages?all=true')).messages.length
