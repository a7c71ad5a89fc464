// Upgrades a server with 100,000 messages while mail flows, then twice to a version that fails: npm run prove:upgrade -- --from HEAD~1.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findEmbedded } from '../../server/foundation/db/embedded/supervisor.ts'
import { freePort } from '../free-port.ts'
import { type Flow, startFlow } from './flow.ts'
import { alter, checkOut, unpackRelease } from './versions.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { from: text, clone: text, archive: text, messages: text } })
const seeded = Number(values.messages ?? 100_000)
const settleMs = 60_000

const top = mkdtempSync('/var/tmp/mailferry-upgrade-')
chmodSync(top, 0o755)
const data = join(top, 'data')
mkdirSync(data, { mode: 0o755 })
const environment = {
  ...{ PATH: process.env['PATH'] ?? '', DATA_DIR: data, LOG_LEVEL: 'warn' },
  ...{ PORT: String(await freePort()), SMTP_PORT: String(await freePort()) },
  // What is sent is compared one by one: no pace, and no digests.
  ...{ LANE_BURST: '1000000', FOLD_FROM: '0' },
}
let failures = 0
try {
  await main()
} finally {
  await stopServer()
  rmSync(top, { recursive: true, force: true })
}
console.log(`${failures === 0 ? 'every upgrade did what it promises' : `${failures} promises were broken`}`)
process.exit(failures === 0 ? 0 : 1)

async function main(): Promise<void> {
  const old = values.clone ?? join(top, 'clone')
  if (!values.clone) checkOut(values.from ?? 'HEAD~1', old, '0.1.0-rc')
  const release = unpackRelease(join(top, 'versions'), values.archive)
  const brokenMigration = alter(release, '0.1.1', {
    'server/foundation/db/migrations/101_planted.expand.sql': 'create table planted (id int);\nselect 1 / 0;',
  })
  const brokenServer = alter(release, '0.1.2', {
    'server/foundation/db/migrations/101_planted.expand.sql': 'create table planted (id int);',
    'server/main.ts': "// Fails.\nthrow new Error('planted')\n",
  })
  start(old)
  await untilReady()
  await seed()
  await upgrade('from the clone to the release', release, ['--from', old], { succeeds: true })
  await upgrade('a migration that fails', brokenMigration, [], { succeeds: false })
  await upgrade('a server that does not start', brokenServer, [], { succeeds: false })
}

async function upgrade(name: string, to: string, parameters: string[], { succeeds }: { succeeds: boolean }): Promise<void> {
  const before = await count()
  const { inboundAddress } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'))
  const flow = startFlow(Number(environment.SMTP_PORT), inboundAddress)
  await sleep(3_000)
  const startedAt = performance.now()
  const child = spawn(join(to, 'bin', 'mailferry'), ['upgrade', ...parameters], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  const code = await new Promise(done => child.on('exit', done))
  const seconds = (performance.now() - startedAt) / 1000
  await sleep(3_000)
  await flow.stop()
  const after = await untilSettled(before, flow)
  console.log(said.join('').trim().replaceAll(/^/gm, '  '))
  const lost = flow.accepted.size - (after.messages - before.messages)
  const unsent = flow.accepted.size - (after.delivered - before.delivered)
  console.log(
    `${name}: seconds=${seconds.toFixed(1)} longestWait=${(flow.longestMs() / 1000).toFixed(1)}s mails=${flow.accepted.size} lost=${lost} unsent=${unsent} kept=${after.seeded}`,
  )
  const isGood = lost === 0 && unsent === 0 && after.seeded === seeded && (code === 0) === succeeds
  if (!isGood) failures++
}

interface Counted {
  messages: number
  delivered: number
  seeded: number
}

async function untilSettled(before: Counted, flow: Flow): Promise<Counted> {
  const endAt = performance.now() + settleMs
  for (;;) {
    const now = await count()
    if (now.delivered - before.delivered >= flow.accepted.size || performance.now() > endAt) return now
    await sleep(500)
  }
}

async function query<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: await findEmbedded(data) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Messages with a decision, deliveries that were sent or wait for their turn, and what was there from the start. */
async function count(): Promise<Counted> {
  const [row] = await query<Record<keyof Counted, string>>(`
    select (select count(*) from messages m join decisions d on d.user_id = m.user_id and d.message_id = m.id
        where m.source_key not like 'seeded:%') as messages,
      (select count(*) from deliveries where kind = 'mail' and state not in ('failed', 'expired', 'cancelled')) as delivered,
      (select count(*) from messages where source_key like 'seeded:%') as seeded`)
  return { messages: Number(row?.messages), delivered: Number(row?.delivered), seeded: Number(row?.seeded) }
}

/** Copies of one message: what is measured is how many there are, and nobody opens them. */
async function seed(): Promise<void> {
  await query(`
    with one as (select * from messages order by arrived_at limit 1), new as (
      insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, head, view, erase_at)
      select user_id, gen_random_uuid(), mailbox_id, 'seeded:' || n, content_hash, size_bytes, arrived_at - n * interval '20 seconds',
        head, view, now() + interval '30 days'
      from one, generate_series(1, ${seeded}) n returning user_id, id, arrived_at)
    insert into decisions (user_id, message_id, decision, at) select user_id, id, 'not_matched', arrived_at from new`)
}

function start(folder: string): void {
  const log = openSync(join(data, 'mailferry.log'), 'a')
  spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env: environment, detached: true, stdio: ['ignore', log, log] }).unref()
  closeSync(log)
}

async function untilReady(): Promise<void> {
  const endAt = performance.now() + 300_000
  const answers = () => fetch(`http://127.0.0.1:${environment.PORT}/healthz`).catch(() => null)
  // The demo's address is known a little later.
  while (!(await answers())?.ok || !existsSync(join(data, 'demo.json'))) {
    if (performance.now() > endAt) throw new Error(readFileSync(join(data, 'mailferry.log'), 'utf8').slice(-2_000))
    await sleep(200)
  }
}

async function stopServer(): Promise<void> {
  const pid = spawnSync('cat', [join(data, 'mailferry.lock')], { encoding: 'utf8' }).stdout.split(' ')[0]
  if (!pid) return
  process.kill(Number(pid), 'SIGTERM')
  await sleep(12_000)
}
