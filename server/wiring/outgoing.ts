// Binds replies and mailbox actions to the user's identity and language, and to our own mail relay.
import { readSettings } from '../account/settings/store.ts'
import { readUser } from '../auth/store.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import { loadWords } from '../foundation/words.ts'
import { openPersonActions, type PersonActionDeps } from '../mail/actions/worker.ts'
import type { ConnectionLimiter } from '../mail/mailboxes/connection-limiter.ts'
import { openMailServers } from '../mail/mailboxes/mail-servers.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { outgoingHandlers } from '../mail/outgoing/handlers.ts'
import type { ReplyPlanDeps } from '../mail/outgoing/plan.ts'
import { type OutgoingDeps, openOutgoing } from '../mail/outgoing/work.ts'
import { type AppContext, openDnsIfEnabled } from './app.ts'

/** For the reply functions of mail/outgoing: `planReply`, `confirmReply`, `cancelReply` and `retryReply`. */
export const replyPlanDeps = ({ config, keys, clock }: AppContext): ReplyPlanDeps => ({
  keys,
  now: clock.now,
  get ourAddress() {
    const { from } = config.mailer
    return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  },
  async personOf(tx, userId) {
    const { language, timeZone } = await readSettings(tx, userId, config.retentionDays)
    return { email: (await readUser(tx, userId))?.user.email ?? null, words: loadWords(language), timeZone }
  },
})

export function bindOutgoingHandlers(app: AppContext, outside: Outside, signIns: SignIns) {
  const { config, db, words } = app
  const connections = { db, outside, tokens: signIns.tokens, dns: openDnsIfEnabled(config) }
  const plan = replyPlanDeps(app)
  return outgoingHandlers(Object.assign(plan, { ...connections, say: words.of('mail'), sayReply: words.of('reply') }))
}

/** Sends replies and carries out requested mailbox actions, until stopped. */
export function startOutgoing(
  app: AppContext,
  outside: Outside,
  signIns: SignIns,
  mailer: Mailer,
  limiter: ConnectionLimiter,
  callbacks: Pick<OutgoingDeps, 'onEnd'> & Pick<PersonActionDeps, 'onActionEnd'> = {},
): { stop(): Promise<void> } {
  const { config, db, keys, clock, log } = app
  const servers = openMailServers(log)
  const deps = { db, keys, clock, log, outside, tokens: signIns.tokens, dns: openDnsIfEnabled(config), limiter, servers }
  const outgoing = openOutgoing({
    ...deps,
    get relay() {
      return config.mailer.relay
    },
    keepLetter: mailer.enqueue,
    ...callbacks,
  })
  const actions = openPersonActions({ ...deps, ...callbacks })
  return { stop: async () => void (await Promise.all([outgoing.stop(), actions.stop()])) }
}
