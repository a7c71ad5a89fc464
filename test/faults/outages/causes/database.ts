// PostgreSQL is in trouble: silent, reset, slow, full, blocked, or gone, so that a standby takes over.
import pg from 'pg'
import { ask } from '../../api.ts'
import { pause } from '../hosts/traffic.ts'
import type { OutageWorld } from '../hosts/world.ts'
import type { Cause, Scene } from './cause.ts'
import { dropWebhooks, stopAtStep } from './hosts.ts'

export const databaseCauses: Cause[] = [
  cause(
    'database-silent',
    async ({ world, hold }) => {
      turn(world, { kind: 'hole' })
      await hold(20)
      turn(world, { kind: 'clear' })
    },
    75,
  ),
  cause('database-reset', async ({ world, hold }) => {
    for (let i = 0; i < 4; i++) {
      for (const { links } of world.hosts) links.database.reset()
      await hold(2)
    }
    turn(world, { kind: 'refuse' })
    for (const { links } of world.hosts) links.database.reset()
    await hold(5)
    turn(world, { kind: 'clear' })
  }),
  cause('database-slow', async ({ world, hold }) => {
    turn(world, { kind: 'slow', delayMs: 250 })
    await hold(15)
    turn(world, { kind: 'clear' })
  }),
  cause('database-full', fillConnections),
  cause('database-terminates', async ({ world, hold }) => {
    for (let i = 0; i < 5; i++) {
      await terminateAll(world)
      await hold(2)
    }
  }),
  cause('database-locked', async ({ world, hold }) => {
    const client = await connect(world)
    await client.query('begin')
    await client.query('lock table deliveries, attempts, lanes in exclusive mode')
    await client.query('select 1 from messenger_numbers for update')
    await hold(60)
    await client.query('rollback')
    await client.end()
  }),
  { ...cause('database-away-while-recording', recordLater), losesReports: true },
  cause('database-failover', async ({ world, hold }) => {
    const standby = await world.cluster.addStandby()
    await hold(3)
    // The address moves first: what connects now can only read.
    for (const { links } of world.hosts) {
      links.database.leadTo(standby.port)
      links.database.reset()
    }
    await hold(5)
    await standby.promote()
  }),
  // After a switch back, connections to what is a standby again answer reads and no writes.
  cause('database-read-only', async ({ world, hold, countLate }) => {
    const standby = await world.cluster.addStandby()
    await hold(2)
    for (const { links } of world.hosts) {
      links.database.leadTo(standby.port)
      links.database.reset()
    }
    await hold(4)
    for (const { links } of world.hosts) links.database.leadTo(world.cluster.port())
    await hold(15)
    const late = await countLate(13)
    await standby.remove()
    return late > 0 ? [`${late} mails waited behind connections that only read`] : []
  }),
  // Seen by nobody: the primary falls silent, and only its address leads to the standby.
  cause('database-vanishes', async ({ world, hold }) => {
    const standby = await world.cluster.addStandby()
    await hold(3)
    turn(world, { kind: 'hole' })
    await standby.promote()
    for (const { links } of world.hosts) links.database.leadTo(standby.port)
    turn(world, { kind: 'clear' })
    await hold(5)
  }),
]

/** Nothing dies but the database, and Meta is well: every mail comes exactly once. */
function cause(name: string, run: Cause['run'], healthySeconds?: number): Cause {
  return { name, kind: 'database', never: ['copies'], run, ...(healthySeconds && { healthySeconds }) }
}

function turn({ hosts }: OutageWorld, weather: Parameters<OutageWorld['mailLink']['turn']>[0]): void {
  for (const { links } of hosts) links.database.turn(weather)
}

const terminateAll = ({ cluster }: OutageWorld) =>
  cluster.ask("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'")

/** A host has an answer of Meta that it cannot write down for a while, and no webhook says that the message arrived. */
async function recordLater({ world, hold }: Scene): Promise<string[]> {
  await dropWebhooks(world)
  const host = await stopAtStep(world.hosts, 'record:begun', 'SIGSTOP')
  if (host) {
    host.links.database.turn({ kind: 'refuse' })
    host.links.database.reset()
    host.signal('SIGCONT')
    await pause(8000)
    host.links.database.turn({ kind: 'clear' })
    // The claim ends, and an echo is waited for.
    await hold(35)
  }
  await ask(world.sandbox, 'DELETE', '/_sim/faults')
  return host ? [] : ['no host came to record anything']
}

/** Somebody else takes every connection that there is. */
async function fillConnections({ world, hold }: Scene): Promise<void> {
  const taken: pg.Client[] = []
  let isOver = false
  const takeAll = async () => {
    while (!isOver) {
      const client = await connect(world).catch(() => null)
      if (client) taken.push(client)
      else await pause(50)
    }
  }
  const first = await connect(world)
  const taking = [takeAll(), takeAll(), takeAll(), takeAll()]
  await first.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and application_name <> 'taker'",
  )
  await hold(12)
  isOver = true
  await Promise.all(taking)
  await Promise.all([first, ...taken].map(client => client.end().catch(() => undefined)))
}

async function connect({ cluster }: OutageWorld): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: cluster.urlAt(cluster.port()),
    application_name: 'taker',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
