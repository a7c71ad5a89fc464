// Reports which onboarding steps are done, and sends a test message through the real pipeline.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type * as api from '../../core/api/onboarding.ts'
import type { Lists } from '../../core/filters/tree.ts'
import type { Translate } from '../../core/words/words.ts'
import { deliveryDefaultsOf } from '../account/settings/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { activeFilters } from '../filters/store.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { composeReply } from '../mail/outgoing/compose.ts'
import type { OnMail } from '../mail/receiving/drain.ts'
import { injectMessage } from '../mail/receiving/inject-message.ts'
import { makeForwardableMessage, type TestMessage } from './onboarding/test-message.ts'

export interface OnboardingDeps {
  db: Db
  now(): Date
  newId(now: Date): string
  say: Translate<'onboarding'>
  /** A fallback, as filters may look for English words in any language. */
  english: Translate<'onboarding'>
  /** Receives mail; null on a host without that role. */
  onMail: OnMail | null
  /** The domain that test emails are sent from. */
  domain: string
  /** Reads which steps are done. */
  readOnboarding(userId: string): Promise<api.Onboarding>
  /** The message that arrived in a mailbox under this source key, or null. */
  findBySourceKey(userId: string, mailboxId: string, sourceKey: string): Promise<string | null>
  readLists(userId: string, conditions: Filters[number]['condition'][]): Promise<Lists>
}

type Filters = Awaited<ReturnType<typeof activeFilters>>

export interface OnboardingHandlers {
  get: UserHandler<typeof api.getOnboardingApi>
  sendTestMail: UserHandler<typeof api.sendTestMailApi>
}

const hourlyLimit = { points: 6, duration: 3600 }

export function onboardingHandlers(deps: OnboardingDeps): OnboardingHandlers {
  const { say, onMail, readOnboarding } = deps
  const limiter = new RateLimiterMemory(hourlyLimit)
  return {
    get: ({ userId }) => readOnboarding(userId),
    async sendTestMail({ userId }) {
      const { address } = await readOnboarding(userId)
      if (address === null) throw new HttpError(409, 'no_address', say('refused.noAddress'))
      if (!onMail) throw new HttpError(503, 'no_mail_here', say('refused.elsewhere', { address }))
      const testMessage = await makeTestMessage(deps, userId, address)
      await count(limiter, userId, say)
      return { messageId: await submit(deps, onMail, userId, address, testMessage) }
    },
  }
}

async function makeTestMessage(
  { db, now, say, english, domain, readLists }: OnboardingDeps,
  userId: string,
  address: string,
): Promise<TestMessage> {
  const destinationIds = await linkedDestinations(db, userId)
  if (destinationIds.length === 0) throw new HttpError(409, 'no_phone', say('refused.noPhone'))
  const filters = await activeFilters(db, userId)
  if (filters.length === 0) throw new HttpError(409, 'no_filter', say('refused.noFilter'))
  const lists = await readLists(
    userId,
    filters.map(filter => filter.condition),
  )
  const { timeZone } = await deliveryDefaultsOf(db, userId)
  const testMessage = makeForwardableMessage([say, english], `no-reply@${domain}`, {
    filters,
    lists,
    destinationIds,
    address,
    timeZone,
    now: now(),
  })
  if (!testMessage) throw new HttpError(409, 'no_filter_fits', say('refused.noMatch', { address }))
  return testMessage
}

/** Returns the id of the saved message. */
async function submit(deps: OnboardingDeps, onMail: OnMail, userId: string, address: string, testMessage: TestMessage): Promise<string> {
  const { db, now, newId, say, domain, findBySourceKey } = deps
  const draft = { ...testMessage, text: testMessage.body, to: { name: '', address }, replyTo: null, inReplyTo: null, references: [] }
  const { raw } = composeReply(draft, [], { id: newId(now()), at: now(), domain })
  const result = await injectMessage({ db, now, onMail }, address, raw)
  if (result === 'unknown') throw new HttpError(409, 'no_address', say('refused.noAddress'))
  if (result === 'paused') throw new HttpError(409, 'mailbox_paused', say('refused.paused'))
  const id = await findBySourceKey(userId, result.mailboxId, result.sourceKey)
  if (!id) throw new Error('A test email was accepted but not saved.')
  return id
}

async function count(limiter: RateLimiterMemory, userId: string, say: Translate<'onboarding'>): Promise<void> {
  try {
    await limiter.consume(userId)
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded
    throw new HttpError(429, 'over_request_rate_limit', say('refused.tooMany', { minutes: Math.ceil(exceeded.msBeforeNext / 60_000) }))
  }
}
