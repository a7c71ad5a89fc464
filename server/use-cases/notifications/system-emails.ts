// Renders system emails, which say what is wrong and the one thing to do about it.
import { z } from 'zod/mini'
import { Fallback } from '../../../core/delivery/fallback.ts'
import { providerNameOfHost } from '../../../core/mailbox/providers/providers.ts'
import { formatPhoneInText } from '../../../core/phone/phone.ts'
import type { Words } from '../../../core/words/words.ts'
import { renderHtml, renderText } from '../../auth/email/layout.ts'
import type { UnreachablePhone } from '../../delivery/replan/owners.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { isMailProblem } from '../../mail/imap/errors.ts'
import type { BacklogMailbox, DownMailbox } from '../../mail/mailboxes/notice-owners.ts'
import { explainReason } from '../../whatsapp/reasons.ts'

/** The page that an email links to, and the link that unsubscribes. */
export interface Links {
  page: string
  stop: string
}

/** One email for all mailboxes that went down at the same time. */
export function mailboxDownEmail(words: Words, down: DownMailbox[], { page, stop }: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const [first] = down
  const address = first?.address ?? ''
  const count = down.length
  const needsPerson = down.some(mailbox => mailbox.needsPerson) ? 'yes' : 'no'
  const values = { count, address, needsPerson, when: first ? formatDate(words, first.downSince, first.timeZone) : '' }
  return systemEmail(
    words,
    { page, stop },
    {
      subject: t('mailbox_down.subject', values),
      text: t('mailbox_down.text', values),
      facts: down.map(mailbox => [mailbox.address, whyDown(words, mailbox)]),
      action: t('mailbox_down.deed', values),
      otherwise: t('mailbox_down.otherwise', values),
    },
  )
}

/** The same as one sentence, for the phone. */
export const downSentence = (words: Words, down: DownMailbox[], page: string): string =>
  words.of('notices')('mailbox_down.phone', {
    what: down.map(mailbox => `${mailbox.address}: ${whyDown(words, mailbox)}`).join('\n'),
    page,
  })

/** The same as a push notification: which mailboxes, and why. */
export function downPush(words: Words, down: DownMailbox[]): { title: string; text: string } {
  const [first] = down
  const needsPerson = down.some(mailbox => mailbox.needsPerson) ? 'yes' : 'no'
  const title = words.of('notices')('mailbox_down.subject', { count: down.length, address: first?.address ?? '', needsPerson })
  const why = down.map(mailbox => (down.length === 1 ? whyDown(words, mailbox) : `${mailbox.address}: ${whyDown(words, mailbox)}`))
  return { title, text: why.join('\n') }
}

export function backlogEmail(words: Words, { address, came, matched }: BacklogMailbox, links: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const values = { address, came, matched }
  return systemEmail(words, links, {
    subject: t('mailbox_backlog.subject', values),
    text: t('mailbox_backlog.text', values),
    facts: [],
    action: t('mailbox_backlog.deed', values),
    otherwise: t('mailbox_backlog.otherwise', values),
  })
}

export interface MissedMessage {
  sender: string
  subject: string
}

/** The user asked for it in the filter and turns it off there, so it has no unsubscribe link. */
export function unansweredEmail(words: Words, { sender, subject }: MissedMessage, page: string): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const values = { subject }
  return systemEmail(
    words,
    { page, stop: null },
    {
      ...{ subject: t('unanswered.subject', values), text: t('unanswered.text', values), facts: [[sender, subject]] },
      ...{ action: t('unanswered.deed', values), otherwise: t('unanswered.otherwise', values) },
    },
  )
}

/** The user asked for it in the phone's fallback setting and turns it off there, so it has no unsubscribe link. */
export function undeliveredEmail(
  words: Words,
  { phone, summaries, count, page }: { phone: string; summaries: MissedMessage[]; count: number; page: string },
): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const values = { phone, count, subject: summaries[0]?.subject ?? '' }
  return systemEmail(
    words,
    { page, stop: null },
    {
      subject: t('undelivered.subject', values),
      text: t('undelivered.text', values),
      facts: summaries.map(({ sender, subject }) => [sender, subject]),
      action: t('undelivered.deed', values),
      otherwise: [
        ...(count > summaries.length ? [t('undelivered.more', { count: count - summaries.length })] : []),
        t('undelivered.otherwise', values),
      ].join(' '),
    },
  )
}

/** Why a phone cannot be reached, how to fix it, and what happens to its emails meanwhile. */
export function unreachablePhoneEmail(words: Words, phone: UnreachablePhone, { page, stop }: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const fallback = z.nullable(Fallback).parse(phone.fallback)?.kind ?? 'none'
  const why = phone.reason === null ? null : explainReason(words.of('whatsapp'), phone.reason)
  const values = {
    ...{ phone: phone.name, when: formatDate(words, phone.since, phone.timeZone), way: fallback },
    isOfPhone: why === null || phone.reason === 'undeliverable' ? 'yes' : 'no',
  }
  return systemEmail(
    words,
    { page, stop },
    {
      subject: t('phone_down.subject', values),
      text: t('phone_down.text', values),
      facts: [[phone.waId ? formatPhoneInText(phone.waId) : phone.name, why ?? words.of('delivery')('reason.destination_unreachable')]],
      action: t('phone_down.deed', values),
      otherwise: t('phone_down.otherwise', values),
    },
  )
}

/** WhatsApp itself has had trouble since then, and something of this user's waits. */
export function whatsappDownEmail(
  words: Words,
  { since, timeZone }: { since: Date; timeZone: string },
  links: Links,
): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const values = { when: formatDate(words, since, timeZone) }
  return systemEmail(words, links, {
    subject: t('whatsapp_down.subject', values),
    text: t('whatsapp_down.text', values),
    facts: [],
    action: t('whatsapp_down.deed', values),
    otherwise: t('whatsapp_down.otherwise', values),
  })
}

/** The user asked for it, so it has no unsubscribe link. */
export function exportReadyEmail(
  words: Words,
  { sizeBytes, until, page }: { sizeBytes: number; until: Date; page: string },
): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const size = words.of('exports')('size', { megabytes: Math.floor(sizeBytes / 1e6) })
  const values = { size, when: formatDate(words, until, 'UTC') }
  return systemEmail(
    words,
    { page, stop: null },
    {
      ...{ subject: t('copy_ready.subject', values), text: t('copy_ready.text', values), facts: [] },
      ...{ action: t('copy_ready.deed', values), otherwise: t('copy_ready.otherwise', values) },
    },
  )
}

interface EmailContent {
  subject: string
  text: string
  facts: [name: string, value: string][]
  action: string
  otherwise: string
}

/** The layout that all system emails share. */
export function systemEmail(
  words: Words,
  { page, stop }: { page: string; stop: string | null },
  { subject, text, facts, action, otherwise }: EmailContent,
): Omit<SystemEmail, 'to'> {
  const auth = words.of('auth')
  const layout = {
    language: words.language,
    subject,
    blocks: [
      { kind: 'text' as const, text },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'button' as const, text: action, link: page },
      { kind: 'quiet' as const, text: otherwise },
    ],
    footer: auth('foot'),
    unsubscribe: stop === null ? null : { text: auth('stop'), link: stop },
  }
  // RFC 8058 §3.1
  const headers = stop === null ? {} : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { subject, text: renderText(layout), html: renderHtml(layout), headers }
}

function whyDown(words: Words, { problem, host, port }: DownMailbox): string {
  const knownProblem = problem && isMailProblem(problem) ? problem : 'unknown'
  return words.of('mail')(`problem.${knownProblem}`, { host, port: String(port), provider: providerNameOfHost(host) })
}

const formatDate = ({ language }: Words, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
