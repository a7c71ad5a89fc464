// Binds replies and mailbox actions to the user's identity, language and our own mail relay.
import { readSettings } from '../account/settings/store.ts'
import { readUser } from '../auth/store.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import { wordsOf } from '../foundation/words.ts'
import { openPersonActions, type PersonActionDeps } from '../mail/actions/worker.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { outgoingHandlers } from '../mail/outgoing/handlers.ts'
import type { ReplyPlanDeps } from '../mail/outgoing/plan.ts'
import { type OutgoingDeps, openOutgoing } from '../mail/outgoing/work.ts'
import { type AppContext, dnsOf } from './app.ts'

/** For writing answers: `planReply`, `confirmReply`, `cancelReply` and `retryReply` of mail/outgoing take these. */
export const replyPlanDeps = ({ config, keys, clock }: AppContext): ReplyPlanDeps => ({
  keys,
  now: clock.now,
  ourAddress: /<([^<>]+)>\s*$/.exec(config.mailer.from)?.[1] ?? config.mailer.from.trim(),
  async personOf(tx, userId) {
    const { language, timeZone } = await readSettings(tx, userId, config.retentionDays)
    return { email: (await readUser(tx, userId))?.user.email ?? null, words: wordsOf(language), timeZone }
  },
})

export function outgoingHandlersOf(app: AppContext, outside: Outside, signIns: SignIns) {
  const { config, db, words } = app
  const doors = { db, outside, tokens: signIns.tokens, dns: dnsOf(config) }
  return outgoingHandlers({ ...replyPlanDeps(app), ...doors, say: words.of('mail'), sayReply: words.of('reply') })
}

/** Sends the answers and does in mailboxes what people asked for, from now until it is stopped. */
export function startOutgoing(
  app: AppContext,
  outside: Outside,
  signIns: SignIns,
  mailer: Mailer,
  told: Pick<OutgoingDeps, 'onEnd'> & Pick<PersonActionDeps, 'onActionEnd'> = {},
): { stop(): Promise<void> } {
  const { config, db, keys, clock, log } = app
  const deps = { db, keys, clock, log, outside, tokens: signIns.tokens, dns: dnsOf(config), relay: config.mailer.relay }
  const outgoing = openOutgoing({ ...deps, keepLetter: mailer.keep, ...told })
  const actions = openPersonActions({ ...deps, ...told })
  return { stop: async () => void (await Promise.all([outgoing.stop(), actions.stop()])) }
}
