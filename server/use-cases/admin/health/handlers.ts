// Handles administrators' requests for the server's health; concurrent requests share one result.
import type * as api from '../../../../core/api/health.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { Config } from '../../../foundation/config.ts'
import { migrationNames } from '../../../foundation/db/migrate.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { type HealthFacts, readHealthFacts } from './facts.ts'
import { judgeHealth } from './judge.ts'

export interface HealthDeps {
  db: Db
  now(): Date
  config: Pick<Config, 'roles' | 'hostId' | 'mode' | 'publicUrl' | 'mailer'>
  version: string
  startedAt: Date
  smtpPort: number | null
  say: Translate<'admin'>
  /** Whether WhatsApp answers for our number; never rejects. */
  isWhatsAppReachable(): Promise<boolean>
  /** Why our number is paused, as text; null when it is not. */
  rest(): Promise<string | null>
}

const cacheMs = 5000

export interface HealthHandlers {
  get: UserHandler<typeof api.getHealthApi>
}

export function healthHandlers(deps: HealthDeps): HealthHandlers {
  const { db, config, say } = deps
  const schema = migrationNames().at(-1) ?? ''
  const read = async () => {
    const now = deps.now()
    const [facts, isWhatsAppReachable, rest] = await Promise.all([readHealthFacts(db, now), deps.isWhatsAppReachable(), deps.rest()])
    return { facts, schema, isWhatsAppReachable, rest, now, smtpPort: deps.smtpPort, hasRelay: config.mailer.relay !== null }
  }
  const readCached = cached(read)
  return {
    async get() {
      const input = await readCached()
      const { facts, now } = input
      return {
        at: now.toISOString(),
        parts: judgeHealth(input).map(({ part, state, word, values }) => ({ part, state, found: say(word, values) })),
        figures: facts.figures,
        queue: facts.queue,
        hosts: hostsOf(facts, config),
        versions: {
          ...{ mailferry: deps.version, node: process.versions.node, postgres: facts.postgres, schema },
          ...{ mode: config.mode, publicUrl: config.publicUrl, startedAt: deps.startedAt.toISOString() },
        },
      }
    },
  }
}

/** This host first; the roles of the others are inferred from their work. */
function hostsOf({ hosts }: HealthFacts, { hostId, roles }: HealthDeps['config']): api.HostHealth[] {
  const ownWork = hosts.find(host => host.name === hostId)
  const others = hosts.filter(host => host.name !== hostId)
  return [
    { name: hostId, isThis: true, roles, mailboxes: ownWork?.mailboxes ?? 0, lanes: ownWork?.lanes ?? 0 },
    ...others.map(({ name, mailboxes, lanes }) => ({
      ...{ name, mailboxes, lanes, isThis: false },
      roles: [...(mailboxes > 0 ? ['mail' as const] : []), ...(lanes > 0 ? ['delivery' as const] : [])],
    })),
  ]
}

function cached<T>(ask: () => Promise<T>): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  return () => {
    if (answer && elapsed() - readAt <= cacheMs) return answer
    readAt = elapsed()
    const pending = ask()
    answer = pending
    pending.catch(() => {
      if (answer === pending) answer = null
    })
    return pending
  }
}
