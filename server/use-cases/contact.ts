// The contact page's form: emails the operator, or refuses with a sentence.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { z } from 'zod/mini'
import type * as api from '../../core/api/contact.ts'
import type { Translate } from '../../core/words/words.ts'
import { type EmailLayout, renderHtml, renderText } from '../auth/email/layout.ts'
import { networkOf } from '../auth/limits.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { Handler } from '../foundation/http/route.ts'
import type { Mailer, SystemEmail } from '../foundation/mailer.ts'

export interface ContactDeps {
  db: Db
  mailer: Pick<Mailer, 'keep' | 'wake'>
  operator: { name: string | null; address: string | null; email: string | null }
  publicUrl: string
  say: Translate<'contact'>
}

export interface ContactHandlers {
  operator: Handler<typeof api.getOperatorApi>
  write: Handler<typeof api.writeContactApi>
}

/** A message is a few thousand letters; a body of more is not read. */
export const contactBytes = 64 * 1024
/** Of one household, and of all the world together: the operator's mailbox is no toy. */
const perAddress = { points: 5, duration: 3600 }
const inAll = { points: 60, duration: 3600 }

export function contactHandlers({ db, mailer, operator, publicUrl, say }: ContactDeps): ContactHandlers {
  const one = new RateLimiterMemory(perAddress)
  const all = new RateLimiterMemory(inAll)
  return {
    operator: async () => ({ name: operator.name, address: operator.address, takesMessages: operator.email !== null }),
    async write({ body, request }) {
      const { email } = operator
      if (email === null) throw new HttpError(503, 'contact_closed', say('refused.closed'))
      await count(one, networkOf(request.ip), say)
      // A machine learns nothing from its answer.
      if (body.website !== '') return {}
      await count(all, 'all', say)
      await db.transaction().execute(tx => mailer.keep(tx, { ...contactEmail(say, publicUrl, body), to: email }))
      mailer.wake()
      return {}
    },
  }
}

async function count(limiter: RateLimiterMemory, key: string, say: Translate<'contact'>): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent
    throw new HttpError(429, 'over_request_rate_limit', say('refused.tooMany', { minutes: Math.ceil(spent.msBeforeNext / 60_000) }))
  }
}

type Message = z.output<typeof api.ContactMessage>

/** The operator answers it as any mail: the answer goes to the address that was typed, which nobody has checked. */
export function contactEmail(say: Translate<'contact'>, publicUrl: string, { topic, name, email, text }: Message): Omit<SystemEmail, 'to'> {
  const who = plain(name) || email
  const sheet: EmailLayout = {
    language: 'en',
    subject: say('letter.subject', { topic: say(`topic.${topic}`), who }),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [say('letter.name'), plain(name) || '–'],
          [say('letter.email'), email],
        ],
      },
      { kind: 'text', text: plain(text) },
      { kind: 'quiet', text: say('letter.unchecked') },
    ],
    foot: say('letter.foot', { url: publicUrl }),
    stop: null,
  }
  return { subject: sheet.subject, text: renderText(sheet), html: renderHtml(sheet), headers: { 'Reply-To': email } }
}

/** Without what turns the reading direction round or rings the bell of a terminal. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, '')
