// Answers administrators who ask for the service's health; concurrent requests share one reading.
import type * as api from '../../../../core/api/health.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { Config } from '../../../foundation/config.ts'
import { migrationNames } from '../../../foundation/db/migrate.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { PersonHandler } from '../../../foundation/http/route.ts'
import { factsOf, type HealthFacts } from './facts.ts'
import { judge } from './judge.ts'

export interface HealthDeps {
  db: Db
  now(): Date
  config: Pick<Config, 'roles' | 'hostId' | 'mode' | 'publicUrl' | 'mailer'>
  version: string
  startedAt: Date
  smtpPort: number | null
  say: Translate<'admin'>
  /** Whether our number answers; never rejects. */
  isWhatsAppThere(): Promise<boolean>
  /** Why our number rests, in words; null where it does not. */
  rest(): Promise<string | null>
}

const keptMs = 5000

export interface HealthHandlers {
  get: PersonHandler<typeof api.getHealthApi>
}

export function healthHandlers(deps: HealthDeps): HealthHandlers {
  const { db, config, say } = deps
  const schema = migrationNames().at(-1) ?? ''
  const look = async () => {
    const now = deps.now()
    const [facts, isWhatsAppThere, rest] = await Promise.all([factsOf(db, now), deps.isWhatsAppThere(), deps.rest()])
    return { facts, schema, isWhatsAppThere, rest, now, smtpPort: deps.smtpPort, hasRelay: config.mailer.relay !== null }
  }
  const looked = kept(look)
  return {
    async get() {
      const found = await looked()
      const { facts, now } = found
      return {
        at: now.toISOString(),
        parts: judge(found).map(({ part, state, word, values }) => ({ part, state, found: say(word, values) })),
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

/** This one first; of the others nothing is known but what they hold. */
function hostsOf({ hosts }: HealthFacts, { hostId, roles }: HealthDeps['config']): api.HostHealth[] {
  const held = hosts.find(host => host.name === hostId)
  const others = hosts.filter(host => host.name !== hostId)
  return [
    { name: hostId, isThis: true, roles, mailboxes: held?.mailboxes ?? 0, lanes: held?.lanes ?? 0 },
    ...others.map(({ name, mailboxes, lanes }) => ({
      ...{ name, mailboxes, lanes, isThis: false },
      roles: [...(mailboxes > 0 ? ['mail' as const] : []), ...(lanes > 0 ? ['delivery' as const] : [])],
    })),
  ]
}

function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  return () => {
    if (answer && elapsed() - askedAt <= keptMs) return answer
    askedAt = elapsed()
    const asked = ask()
    answer = asked
    asked.catch(() => {
      if (answer === asked) answer = null
    })
    return asked
  }
}
