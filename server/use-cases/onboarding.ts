// Onboarding: which steps are done, and a test message that takes the real way in.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type * as api from '../../core/api/onboarding.ts'
import type { Lists } from '../../core/filters/tree.ts'
import type { Translate } from '../../core/words/words.ts'
import { habitsOf } from '../account/settings/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { activeFilters } from '../filters/store.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
import { compose } from '../mail/outgoing/compose.ts'
import type { OnMail } from '../mail/receiving/drain.ts'
import { handIn } from '../mail/receiving/hand-in.ts'
import { fittingMail, type TestMail } from './onboarding/test-message.ts'

export interface OnboardingDeps {
  db: Db
  now(): Date
  newId(now: Date): string
  say: Translate<'onboarding'>
  /** The words of filters are known in every language, but in English for sure. */
  english: Translate<'onboarding'>
  /** Takes mail in; null on a host without that role. */
  onMail: OnMail | null
  /** Behind the @ of who writes the test mails. */
  domain: string
  /** Which steps are done, as the rows say. */
  onboardingOf(userId: string): Promise<api.Onboarding>
  /** The message that came into a mailbox under this key, or null. */
  messageOfSource(userId: string, mailboxId: string, sourceKey: string): Promise<string | null>
  listsOf(userId: string, conditions: Filters[number]['condition'][]): Promise<Lists>
}

type Filters = Awaited<ReturnType<typeof activeFilters>>

export interface OnboardingHandlers {
  get: PersonHandler<typeof api.getOnboardingApi>
  sendTestMail: PersonHandler<typeof api.sendTestMailApi>
}

const anHour = { points: 6, duration: 3600 }

export function onboardingHandlers(deps: OnboardingDeps): OnboardingHandlers {
  const { say, onMail, onboardingOf } = deps
  const pace = new RateLimiterMemory(anHour)
  return {
    get: ({ userId }) => onboardingOf(userId),
    async sendTestMail({ userId }) {
      const { address } = await onboardingOf(userId)
      if (address === null) throw new HttpError(409, 'no_address', say('refused.noAddress'))
      if (!onMail) throw new HttpError(503, 'no_mail_here', say('refused.elsewhere', { address }))
      const mail = await mailFor(deps, userId, address)
      await count(pace, userId, say)
      return { messageId: await handedIn(deps, onMail, userId, address, mail) }
    },
  }
}

async function mailFor({ db, now, say, english, domain, listsOf }: OnboardingDeps, userId: string, address: string): Promise<TestMail> {
  const destinationIds = await linkedDestinations(db, userId)
  if (destinationIds.length === 0) throw new HttpError(409, 'no_phone', say('refused.noPhone'))
  const filters = await activeFilters(db, userId)
  if (filters.length === 0) throw new HttpError(409, 'no_filter', say('refused.noFilter'))
  const lists = await listsOf(
    userId,
    filters.map(filter => filter.condition),
  )
  const { timeZone } = await habitsOf(db, userId)
  const mail = fittingMail([say, english], `no-reply@${domain}`, { filters, lists, destinationIds, address, timeZone, now: now() })
  if (!mail) throw new HttpError(409, 'no_filter_fits', say('refused.noMatch', { address }))
  return mail
}

/** The id of the message that it became. */
async function handedIn(deps: OnboardingDeps, onMail: OnMail, userId: string, address: string, mail: TestMail): Promise<string> {
  const { db, now, newId, say, domain, messageOfSource } = deps
  const draft = { ...mail, text: mail.body, to: { name: '', address }, replyTo: null, inReplyTo: null, references: [] }
  const { raw } = compose(draft, [], { id: newId(now()), at: now(), domain })
  const handed = await handIn({ db, now, onMail }, address, raw)
  if (handed === 'unknown') throw new HttpError(409, 'no_address', say('refused.noAddress'))
  if (handed === 'paused') throw new HttpError(409, 'mailbox_paused', say('refused.paused'))
  const id = await messageOfSource(userId, handed.mailboxId, handed.sourceKey)
  if (!id) throw new Error('A mail that was taken in is not there.')
  return id
}

async function count(pace: RateLimiterMemory, userId: string, say: Translate<'onboarding'>): Promise<void> {
  try {
    await pace.consume(userId)
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent
    throw new HttpError(429, 'over_request_rate_limit', say('refused.tooMany', { minutes: Math.ceil(spent.msBeforeNext / 60_000) }))
  }
}
