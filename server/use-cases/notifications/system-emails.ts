// The texts of system emails: what is wrong, and the one thing to do.
import { z } from 'zod/mini'
import { Fallback } from '../../../core/delivery/fallback.ts'
import { phoneInText } from '../../../core/phone/phone.ts'
import type { Words } from '../../../core/words/words.ts'
import { renderHtml, renderText } from '../../auth/email/layout.ts'
import type { DeadPhone } from '../../delivery/replan/owners.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { isProblem } from '../../mail/imap/errors.ts'
import type { BacklogMailbox, DownMailbox } from '../../mail/mailboxes/notice-owners.ts'
import { explainReason } from '../../whatsapp/reasons.ts'

/** Where a letter leads: the person's page, and the one that turns such letters off. */
export interface Links {
  page: string
  stop: string
}

/** One letter for all that stopped at the same moment. */
export function mailboxDownEmail(words: Words, down: DownMailbox[], { page, stop }: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const [first] = down
  const address = first?.address ?? ''
  const count = down.length
  const needsPerson = down.some(one => one.needsPerson) ? 'yes' : 'no'
  return systemEmail(
    words,
    { page, stop },
    {
      subject: t('mailbox_down.subject', { count, address, needsPerson }),
      text: t('mailbox_down.text', { count, when: first ? hourOf(words, first.downSince, first.timeZone) : '' }),
      facts: down.map(one => [one.address, whyDown(words, one)]),
      deed: t('mailbox_down.deed', { count, needsPerson }),
      otherwise: t('mailbox_down.otherwise', { needsPerson }),
    },
  )
}

/** The same in one sentence, for the phone. */
export const downSentence = (words: Words, down: DownMailbox[], page: string): string =>
  words.of('notices')('mailbox_down.phone', { what: down.map(one => `${one.address}: ${whyDown(words, one)}`).join('\n'), page })

/** The same in a browser's notice: which of them, and why. */
export function downPush(words: Words, down: DownMailbox[]): { title: string; text: string } {
  const [first] = down
  const needsPerson = down.some(one => one.needsPerson) ? 'yes' : 'no'
  const title = words.of('notices')('mailbox_down.subject', { count: down.length, address: first?.address ?? '', needsPerson })
  const why = down.map(one => (down.length === 1 ? whyDown(words, one) : `${one.address}: ${whyDown(words, one)}`))
  return { title, text: why.join('\n') }
}

export function backlogEmail(words: Words, { address, came, matched }: BacklogMailbox, links: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  return systemEmail(words, links, {
    subject: t('mailbox_backlog.subject', { address, came }),
    text: t('mailbox_backlog.text', { address, came, matched }),
    facts: [],
    deed: t('mailbox_backlog.deed'),
    otherwise: t('mailbox_backlog.otherwise'),
  })
}

export interface MissedMessage {
  sender: string
  subject: string
}

/** Its person asked for it in the filter, and ends it there. */
export function unansweredEmail(words: Words, { sender, subject }: MissedMessage, page: string): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  return systemEmail(
    words,
    { page, stop: null },
    {
      ...{ subject: t('unanswered.subject', { subject }), text: t('unanswered.text'), facts: [[sender, subject]] },
      ...{ deed: t('unanswered.deed'), otherwise: t('unanswered.otherwise') },
    },
  )
}

/** Its person asked for it at that phone (fallback), and ends it there: it has no link that turns it off. */
export function undeliveredEmail(
  words: Words,
  { phone, heads, count, page }: { phone: string; heads: MissedMessage[]; count: number; page: string },
): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const values = { phone, count }
  return systemEmail(
    words,
    { page, stop: null },
    {
      subject: t('undelivered.subject', { ...values, subject: heads[0]?.subject ?? '' }),
      text: t('undelivered.text', values),
      facts: heads.map(({ sender, subject }) => [sender, subject]),
      deed: t('undelivered.deed', values),
      otherwise: [
        ...(count > heads.length ? [t('undelivered.more', { count: count - heads.length })] : []),
        t('undelivered.otherwise'),
      ].join(' '),
    },
  )
}

/** What keeps mail from a phone, how its owner mends it, and what becomes of the mail meanwhile. */
export function deadPhoneEmail(words: Words, phone: DeadPhone, { page, stop }: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const way = z.nullable(Fallback).parse(phone.fallback)?.kind ?? 'none'
  const why = phone.reason === null ? null : explainReason(words.of('whatsapp'), phone.reason)
  return systemEmail(
    words,
    { page, stop },
    {
      subject: t('phone_down.subject', { phone: phone.name }),
      text: t('phone_down.text', { phone: phone.name, when: hourOf(words, phone.since, phone.timeZone) }),
      facts: [[phone.waId ? phoneInText(phone.waId) : phone.name, why ?? words.of('delivery')('reason.destination_unreachable')]],
      deed: t('phone_down.deed'),
      otherwise: t('phone_down.otherwise', { way, isOfPhone: why === null || phone.reason === 'undeliverable' ? 'yes' : 'no' }),
    },
  )
}

/** They asked for it, so that it has no link that turns it off. */
export function exportReadyEmail(
  words: Words,
  { sizeBytes, until, page }: { sizeBytes: number; until: Date; page: string },
): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  const size = words.of('exports')('size', { megabytes: Math.floor(sizeBytes / 1e6) })
  return systemEmail(
    words,
    { page, stop: null },
    {
      ...{ subject: t('copy_ready.subject'), text: t('copy_ready.text', { size }), facts: [] },
      ...{ deed: t('copy_ready.deed'), otherwise: t('copy_ready.otherwise', { when: hourOf(words, until, 'UTC') }) },
    },
  )
}

interface Parts {
  subject: string
  text: string
  facts: [name: string, value: string][]
  deed: string
  otherwise: string
}

/** A letter as all of them look. */
export function systemEmail(
  words: Words,
  { page, stop }: { page: string; stop: string | null },
  { subject, text, facts, deed, otherwise }: Parts,
): Omit<SystemEmail, 'to'> {
  const auth = words.of('auth')
  const sheet = {
    language: words.language,
    subject,
    blocks: [
      { kind: 'text' as const, text },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'button' as const, text: deed, link: page },
      { kind: 'quiet' as const, text: otherwise },
    ],
    foot: auth('foot'),
    stop: stop === null ? null : { text: auth('stop'), link: stop },
  }
  // RFC 8058 §3.1
  const headers = stop === null ? {} : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { subject, text: renderText(sheet), html: renderHtml(sheet), headers }
}

function whyDown(words: Words, { problem, host, port }: DownMailbox): string {
  const known = problem && isProblem(problem) ? problem : 'unknown'
  return words.of('mail')(`problem.${known}`, { host, port: String(port) })
}

const hourOf = ({ language }: Words, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
