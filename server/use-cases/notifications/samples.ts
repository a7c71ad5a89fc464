// Renders each notification by email with sample values, so that staff see a changed text before it is sent.
import type { NoticeEmailName } from '../../../core/notifications/email-kinds.ts'
import type { Words } from '../../../core/words/words.ts'
import type { DueNotice } from '../../billing/notices-owners.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { allowRepliesEmail } from './allow-replies.ts'
import { type BillingReader, invoiceEmail, type SubscriptionEmailFacts, subscriptionEmail, usageEmail } from './billing-emails.ts'
import { keyEmail } from './key-email.ts'
import { copyStartedEmail, filterToPhoneEmail, phoneLinkedEmail } from './security-emails.ts'
import {
  backlogEmail,
  exportReadyEmail,
  type Links,
  mailboxDownEmail,
  unansweredEmail,
  undeliveredEmail,
  unreachablePhoneEmail,
  whatsappDownEmail,
} from './system-emails.ts'

type Email = Omit<SystemEmail, 'to'>

interface Sample {
  words: Words
  links: Links
  reader: BillingReader
  now: Date
}

const sampleId = '00000000-0000-7000-8000-000000000000'
const mailbox = { id: sampleId, userId: sampleId, address: 'ann@example.com' }
const message = { sender: 'Ben Example', subject: 'Invoice 42' }
const phone = 'Ann’s phone'
const dayMs = 86_400_000

export function sampleNotification(kind: NoticeEmailName, words: Words, publicUrl: string, now: Date): Email {
  const links = { page: `${publicUrl}/dashboard`, stop: `${publicUrl}/unsubscribe/${sampleId}` }
  return samples[kind]({ words, links, reader: { words, timeZone: 'UTC', page: `${publicUrl}/subscription` }, now })
}

const usage = (warning: 80 | 100, { reader, now, links }: Sample): Email =>
  usageEmail(reader, { warning, used: warning * 10, limit: 1000, now }, links.stop)

/** Null would mean that this kind sends no email. */
const subscription = (kind: DueNotice['kind'], { reader, now }: Sample): Email => {
  const email = subscriptionEmail(reader, sampleNotice(kind, now))
  if (!email) throw new Error(`There is no email for ${kind}.`)
  return email
}

const samples: Record<NoticeEmailName, (sample: Sample) => Email> = {
  mailbox_down: ({ words, links, now }) => {
    const down = { ...mailbox, needsPerson: true, problem: 'auth', host: 'imap.example.com', port: 993, downSince: now, timeZone: 'UTC' }
    return mailboxDownEmail(words, [down], links)
  },
  mailbox_backlog: ({ words, links }) => backlogEmail(words, { ...mailbox, choice: 'note', came: 12, matched: 3 }, links),
  allow_replies: ({ words, links }) => allowRepliesEmail(words, mailbox.address, links),
  whatsapp_down: ({ words, links, now }) => whatsappDownEmail(words, { since: now, timeZone: 'UTC' }, links),
  phone_down: ({ words, links, now }) =>
    unreachablePhoneEmail(
      words,
      {
        userId: sampleId,
        id: sampleId,
        name: phone,
        waId: '15550100',
        since: now,
        fallback: null,
        reason: 'undeliverable',
        timeZone: 'UTC',
      },
      links,
    ),
  undelivered: ({ words, links }) => undeliveredEmail(words, { phone, summaries: [message], count: 1, page: links.page }),
  unanswered: ({ words, links }) => unansweredEmail(words, message, links.page),
  key_made: ({ words, links, now }) => {
    const times = { createdAt: now.toISOString(), expiresAt: after(now, 90).toISOString(), lastUsedAt: null, revokedAt: null }
    const key = { id: sampleId, name: 'Backup script', prefix: 'mf_3kq9', scope: 'read' as const, ...times }
    return keyEmail(words, { key, from: { ip: '203.0.113.7', userAgent: null }, page: links.page })
  },
  phone_linked: ({ words, links, now }) => phoneLinkedEmail(words, { name: phone, number: '15550100', at: now, undoLink: links.page }),
  filter_to_phone: ({ words, links, now }) => filterToPhoneEmail(words, { filter: 'Invoices', phone, at: now, undoLink: links.page }),
  copy_started: ({ words, links, now }) => copyStartedEmail(words, { at: now, undoLink: links.page }),
  copy_ready: ({ words, links, now }) => exportReadyEmail(words, { sizeBytes: 12e6, until: after(now, 7), page: links.page }),
  usage_nearly: sample => usage(80, sample),
  usage_full: sample => usage(100, sample),
  trial_ending: sample => subscription('trial_ending', sample),
  payment_failed: sample => subscription('payment_failed', sample),
  payment_missing: sample => subscription('payment_missing', sample),
  payment_received: sample => subscription('payment_received', sample),
  cancellation: sample => subscription('cancellation', sample),
  subscription_ended: sample => subscription('subscription_ended', sample),
  invoice_open: ({ reader, now }) =>
    invoiceEmail(reader, { ownerId: sampleId, number: '2026-0042', unpaid: money, dueAt: after(now, 14) }, 'IBAN DE00 0000'),
}

const money = { amount: 500, currency: 'usd' }
const after = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

const sampleNotice = (kind: DueNotice['kind'], now: Date): SubscriptionEmailFacts => ({
  ...{ kind, ownerId: sampleId, provider: 'stripe', interval: 'month', price: money, unpaid: money },
  planNames: { id: 'personal', names: { en: 'Personal' } },
  ...{ pastDueSince: now, trialEndsAt: after(now, 3), cancelsAt: after(now, 10), endedAt: now, graceEndsAt: after(now, 7) },
  ...{ wasUsed: true, hasOther: false },
})
