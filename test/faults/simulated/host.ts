// One server process in the simulation: the real fetching and forwarding, on an in-memory database and mail servers.
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { type Arrived, contentHash, smtpSourceKey } from '../../../server/mail/parsing/arrived.ts'
import { batchArrivals } from '../../../server/mail/receiving/batch-arrivals.ts'
import type { OnMail } from '../../../server/mail/receiving/drain.ts'
import { openForward } from '../../../server/use-cases/forward.ts'
import type { BugHooks, BugTools } from './hooks.ts'
import { Crash, type Memory, storesOf } from './memory.ts'
import { startWatching, type Watching } from './watching.ts'

export interface Host extends Watching {
  /** Dies when so many steps more are done; null: lives. */
  light(fuse: number | null): void
  isDead(): boolean
  /** Resolves with the 250. */
  takeBySmtp(userId: string, mailboxId: string, raw: Buffer): Promise<void>
  /** Sends one delivery that is due; false when none is. */
  send(phone: (userId: string, messageId: string) => void): Promise<boolean>
}

export function startHost(memory: Memory, now: () => Date, newId: () => string, hooks: Partial<BugHooks> = {}): Host {
  let fuse: number | null = null
  let isDead = false
  const step = () => {
    if (fuse !== null && fuse-- <= 0) isDead = true
    if (isDead) throw new Crash('killed')
  }
  const real = storesOf(memory, step, tokenOf)
  const tools: BugTools = {
    apart: work => real.inTransaction(async tx => void (await work(tx))),
    commitSoFar: () => {
      memory.commit(real.open())
      step()
    },
  }
  const stores = hooks.stores?.(real, tools) ?? real
  const forward = openForward({ stores, now, newId, parse: async arrived => parsed(arrived), wake: () => undefined })
  const renamed: OnMail = (batch, alongside) => forward(hooks.arrived ? batch.map(hooks.arrived) : batch, alongside)
  const onMail = hooks.onMail?.(renamed, tools) ?? renamed
  const gathered = batchArrivals(onMail, 50)
  const take = hooks.smtp?.(gathered) ?? gathered
  const watching = startWatching({ memory, step, open: real.open, hooks, onMail, now })

  return {
    light: next => {
      fuse = next
    },
    isDead: () => isDead,
    ...watching,
    async takeBySmtp(userId, mailboxId, raw) {
      step()
      await take({
        ...{ userId, mailboxId, kind: 'address', sourceKey: smtpSourceKey(mailboxId, raw), contentHash: contentHash(raw, raw.length) },
        ...{ uidValidity: null, uid: null, raw, sizeBytes: raw.length, reduced: null, arrivedAt: now() },
      })
      step()
    },
    async send(phone) {
      const due = await memory.inTransaction(step, async rows => {
        const found = rows.deliveries.find(delivery => delivery.state === 'queued')
        if (found) found.state = 'sending'
        return found && { ...found }
      })
      if (!due) return false
      step()
      phone(due.userId, due.messageId)
      step()
      await memory.inTransaction(step, async rows => {
        for (const row of rows.deliveries) if (row.id === due.id) row.state = 'delivered'
      })
      return true
    },
  }
}

export const tokenOf = (raw: Buffer): string => /t\d+n\d+x/.exec(raw.toString('latin1', 0, 300))?.[0] ?? ''

function parsed({ raw, reduced }: Arrived) {
  const head = raw.toString('latin1')
  const subject = /^Subject: (.*?)\r$/m.exec(head)?.[1] ?? ''
  // The real parser answers with headers alone when it cannot read a mail.
  const messageId = /^Message-ID: (.*?)\r$/m.exec(head)?.[1] ?? null
  return plainView({ subject, messageId, body: '', unparsed: head.includes('X-Poison') && reduced === null ? 'broken' : null })
}
