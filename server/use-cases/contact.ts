// Handles the contact form: emails the operator, or refuses with a sentence.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { z } from 'zod/mini'
import type * as api from '../../core/api/contact.ts'
import type { Translate } from '../../core/words/words.ts'
import { type EmailLayout, renderHtml, renderText } from '../auth/email/layout.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { Handler } from '../foundation/http/route.ts'
import type { Mailer, SystemEmail } from '../foundation/mailer.ts'
import { networkOf } from '../foundation/networks.ts'

export interface ContactDeps {
  db: Db
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  operator(): { name: string | null; address: string | null; email: string | null }
  publicUrl: string
  say: Translate<'contact'>
  /** The same for the email, whose texts staff may have changed. */
  sayInEmail(db: Db): Promise<Translate<'contact'>>
}

export interface ContactHandlers {
  operator: Handler<typeof api.getOperatorApi>
  write: Handler<typeof api.writeContactApi>
}

/** A message is a few thousand characters; larger bodies are not read. */
export const contactBytes = 64 * 1024
/** Limits per network and in total protect the operator's mailbox from floods. */
const perNetworkLimit = { points: 5, duration: 3600 }
const totalLimit = { points: 60, duration: 3600 }

export function contactHandlers({ db, mailer, operator, publicUrl, say, sayInEmail }: ContactDeps): ContactHandlers {
  const perNetwork = new RateLimiterMemory(perNetworkLimit)
  const total = new RateLimiterMemory(totalLimit)
  return {
    operator: async () => {
      const { name, address, email } = operator()
      return { name, address, takesMessages: email !== null }
    },
    async write({ body, request }) {
      const { email } = operator()
      if (email === null) throw new HttpError(503, 'contact_closed', say('refused.closed'))
      await count(perNetwork, networkOf(request.ip), say)
      // A bot that fills in the hidden field gets the same answer as everybody else.
      if (body.website !== '') return {}
      await count(total, 'all', say)
      const written = contactEmail(await sayInEmail(db), publicUrl, body)
      await db.transaction().execute(tx => mailer.enqueue(tx, { ...written, to: email }))
      mailer.wake()
      return {}
    },
  }
}

async function count(limiter: RateLimiterMemory, key: string, say: Translate<'contact'>): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded
    throw new HttpError(429, 'over_request_rate_limit', say('refused.tooMany', { minutes: Math.ceil(exceeded.msBeforeNext / 60_000) }))
  }
}

type Message = z.output<typeof api.ContactMessage>

/** The operator can reply to it; the reply goes to the address that was typed, which nobody verified. */
export function contactEmail(say: Translate<'contact'>, publicUrl: string, { topic, name, email, text }: Message): Omit<SystemEmail, 'to'> {
  const sender = removeControls(name) || email
  const layout: EmailLayout = {
    language: 'en',
    subject: say('letter.subject', { topic: say(`topic.${topic}`), who: sender }),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [say('letter.name'), removeControls(name) || '–'],
          [say('letter.email'), email],
        ],
      },
      { kind: 'text', text: removeControls(text) },
      { kind: 'quiet', text: say('letter.unchecked') },
    ],
    footer: say('letter.foot', { url: publicUrl }),
    unsubscribe: null,
  }
  return { subject: layout.subject, text: renderText(layout), html: renderHtml(layout), headers: { 'Reply-To': email } }
}

/** Removes control characters, and those that change the reading direction. */
const removeControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, '')

export const sampleContactEmail = (say: Translate<'contact'>, publicUrl: string): Omit<SystemEmail, 'to'> =>
  contactEmail(say, publicUrl, { topic: 'question', name: 'Ann Example', email: 'ann@example.com', text: 'Hello!', website: '' })
