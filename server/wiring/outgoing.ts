// What mail that goes out of a person's mailbox is given of the other rooms: who they are, their words, and our own way out.
import { readSettings } from '../account/settings/store.ts'
import { readUser } from '../auth/store.ts'
import { type ActParts, openActs } from '../mail/acts/work.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import { outgoingHandlers } from '../mail/outgoing/handlers.ts'
import type { PlanParts } from '../mail/outgoing/plan.ts'
import { type OutgoingParts, openOutgoing } from '../mail/outgoing/work.ts'
import type { Mailer } from '../mailer.ts'
import type { Outside } from '../outside.ts'
import { dnsOf, type Ground } from '../wiring.ts'
import { wordsOf } from '../words.ts'

/** For writing answers: `planReply`, `confirmReply`, `cancelReply` and `retryReply` of mail/outgoing take these. */
export const planParts = ({ config, keys, clock }: Ground): PlanParts => ({
  keys,
  now: clock.now,
  ourAddress: /<([^<>]+)>\s*$/.exec(config.mailer.from)?.[1] ?? config.mailer.from.trim(),
  async personOf(tx, userId) {
    const { language, timeZone } = await readSettings(tx, userId, config.retentionDays)
    return { email: (await readUser(tx, userId))?.user.email ?? null, words: wordsOf(language), timeZone }
  },
})

export function outgoingHandlersOf(ground: Ground, outside: Outside, signIns: SignIns) {
  const { config, db, words } = ground
  const doors = { db, outside, tokens: signIns.tokens, dns: dnsOf(config) }
  return outgoingHandlers({ ...planParts(ground), ...doors, say: words.of('mail'), sayReply: words.of('reply') })
}

/** Sends the answers and does in mailboxes what people asked for, from now until it is stopped. */
export function startOutgoing(
  ground: Ground,
  outside: Outside,
  signIns: SignIns,
  mailer: Mailer,
  told: Pick<OutgoingParts, 'onEnd'> & Pick<ActParts, 'onActEnd'> = {},
): { stop(): Promise<void> } {
  const { config, db, keys, clock, log } = ground
  const parts = { db, keys, clock, log, outside, tokens: signIns.tokens, dns: dnsOf(config), relay: config.mailer.relay }
  const outgoing = openOutgoing({ ...parts, keepLetter: mailer.keep, ...told })
  const acts = openActs({ ...parts, ...told })
  return { stop: async () => void (await Promise.all([outgoing.stop(), acts.stop()])) }
}
