// Watches mailboxes on a lying IMAP server next to an honest one, and collects what was received and what their owners saw.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MailView } from '../core/message/view.ts'
import type { LieName } from '../sandbox/imap/lies.ts'
import { type ImapOptions, type ImapServer, startImap } from '../sandbox/imap/server.ts'
import type { Lie } from '../sandbox/imap/shapes.ts'
import { systemClock } from '../server/foundation/clock.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { newId, newKey } from '../server/foundation/seal.ts'
import { sealPassword } from '../server/mail/mailboxes/sealed.ts'
import { addImapMailbox } from '../server/mail/mailboxes/store.ts'
import { saveOnce } from '../server/mail/messages/store.ts'
import type { Arrived } from '../server/mail/parsing/arrived.ts'
import { watchMailboxes } from '../server/mail/receiving/leases.ts'

export interface Hostile {
  user: string
  userId: string
  mailboxId: string
  /** The texts of the messages stored as new, in order. */
  got: string[]
  /** What its owner saw: states, problems and events by name. */
  told: Set<string>
}

export interface World {
  server: ImapServer
  add(name: string, settings?: { host?: string; security?: 'tls' | 'starttls' | 'none' }): Promise<Hostile>
  /** Delivers an email; `word` is its entire text. */
  put(mailbox: Hostile, word: string): void
  lie(mailbox: Hostile, lie: LieName | Lie | null): void
  /** The longest time that the event loop worked without a pause. */
  workedMs(): number
}

/** Short timeouts, for tests. */
const patience = { silenceMs: 1500, fetchMs: 2500, writingMs: 2500, askAfterMs: 700, answerMs: 500 }

export async function hostileWorld(
  db: Db,
  { atTheEnd, ...options }: ImapOptions & { ca?: string; atTheEnd: (work: () => Promise<void>) => void },
): Promise<World> {
  const server = await startImap(options)
  const keys = openUserKeys(newKey(), systemClock.now)
  const mailboxes = new Map<string, Hostile>()
  const host = watchMailboxes({
    db,
    keys,
    door: { outside: openOutside({ allow: [], loopback: true }), patience, ...(options.ca && { ca: options.ca }) },
    clock: systemClock,
    log: openLog('silent'),
    onMail: async (batch, alongside) => {
      const messages = batch.map(arrived => ({ id: newId(systemClock.now()), arrived, view: nothingSeen }))
      const userId = batch[0]?.userId ?? ''
      const fresh = await db.transaction().execute(async tx => {
        const kept = await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
        await alongside?.(tx)
        return messages.filter(message => kept.has(message.id))
      })
      for (const { arrived } of fresh) mailboxes.get(arrived.mailboxId)?.got.push(wordOf(arrived))
    },
    batch: 50,
    maxBytes: 1_000_000,
    hostId: `host-${randomUUID()}`,
    leaseMs: 3000,
    tickMs: 100,
    connectTimeoutMs: 2000,
    signInRetryMs: 500,
    random: () => 0,
    findBudget: () => ({ startsPerSecond: 1000, perAccount: 5 }),
  })
  const loop = watchLoop()
  const looking = lookAtStates(db, mailboxes)
  atTheEnd(async () => {
    loop.stop()
    await looking.stop()
    await host.stop()
    await server.stop()
  })
  return {
    server,
    async add(name, settings = {}) {
      const [user, userId, mailboxId] = [`${name}-${randomUUID().slice(0, 6)}`, randomUUID(), newId(systemClock.now())]
      const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
      const imap = { host: '127.0.0.1', port: server.port, security: 'none' as const, username: user, ...settings }
      const mailbox: Hostile = { user, userId, mailboxId, got: [], told: new Set() }
      mailboxes.set(mailboxId, mailbox)
      await addImapMailbox(db, userId, { id: mailboxId, address: `${user}@example.com`, settings: imap, secret, now: systemClock.now() })
      return mailbox
    },
    put: (mailbox, word) => void server.add(mailbox.user, `From: a@example.com\r\nSubject: mail\r\n\r\n${word}\r\n`),
    lie: (mailbox, lie) => server.lie(mailbox.user, lie),
    workedMs: loop.workedMs,
  }
}

/** Records what the owner would see on the card and in the log, whenever it changes. */
function lookAtStates(db: Db, mailboxes: Map<string, Hostile>): { stop(): Promise<void> } {
  return systemClock.every(150, async () => {
    const states = await db.selectFrom('mailboxes').select(['id', 'state', 'reason']).execute()
    for (const { id, state, reason } of states) mailboxes.get(id)?.told.add(reason ?? state)
    const events = await db.selectFrom('mailbox_events').select(['mailbox_id', 'kind']).distinct().execute()
    for (const { mailbox_id, kind } of events) mailboxes.get(mailbox_id)?.told.add(kind)
  })
}

/** Uses the processor time of this thread, so that other programs do not count. */
function watchLoop(): { workedMs(): number; stop(): void } {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [worst, last] = [0, cpuMs()]
  const timer = setInterval(() => {
    const now = cpuMs()
    worst = Math.max(worst, now - last)
    last = now
  }, 1)
  return { workedMs: () => worst, stop: () => clearInterval(timer) }
}

export const nothingSeen: MailView = {
  ...{ from: [], to: [], cc: [], replyTo: [], subject: '', date: null, messageId: null, headers: [], body: '', attachments: [] },
  ...{ sizeBytes: 0, truncated: false, unparsed: null, fetched: 'all' as const, deliveredTo: [], calendar: null, auth: null },
}

const wordOf = ({ raw }: Arrived): string => raw.toString('latin1').split('\r\n\r\n')[1]?.trim() ?? ''

export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<boolean> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) return false
    await pause(25)
  }
  return true
}
