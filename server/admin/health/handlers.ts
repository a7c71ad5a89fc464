// Answers administrators how the server is; many who look at once cost one look.
import type * as api from '../../../core/api/health.ts'
import type { Translate } from '../../../core/words/words.ts'
import { elapsed } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { migrationNames } from '../../db/migrate.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { type Facts, factsOf } from './facts.ts'
import { judge } from './judge.ts'

export interface HealthParts {
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
  get: PersonHandler<typeof api.getHealth>
}

export function healthHandlers(parts: HealthParts): HealthHandlers {
  const { db, config, say } = parts
  const schema = migrationNames().at(-1) ?? ''
  const look = async () => {
    const now = parts.now()
    const [facts, isWhatsAppThere, rest] = await Promise.all([factsOf(db, now), parts.isWhatsAppThere(), parts.rest()])
    return { facts, schema, isWhatsAppThere, rest, now, smtpPort: parts.smtpPort, hasRelay: config.mailer.relay !== null }
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
          ...{ mailferry: parts.version, node: process.versions.node, postgres: facts.postgres, schema },
          ...{ mode: config.mode, publicUrl: config.publicUrl, startedAt: parts.startedAt.toISOString() },
        },
      }
    },
  }
}

/** This one first; of the others nothing is known but what they hold. */
function hostsOf({ hosts }: Facts, { hostId, roles }: HealthParts['config']): api.HostHealth[] {
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
