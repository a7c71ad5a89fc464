// Renders emails and sentences about usage, payments and subscriptions: what happened, what happens next, and what to do.
import { type UsageWarning, usedPercent } from '../../../core/notifications/usage.ts'
import { nextMonthOf } from '../../../core/plans/allowance.ts'
import { planName } from '../../../core/plans/plans.ts'
import { formatMoney } from '../../../core/text/money.ts'
import type { Words, WordValues } from '../../../core/words/words.ts'
import type { DueNotice, OpenInvoice } from '../../billing/notices-owners.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { systemEmail } from './system-emails.ts'

export interface BillingReader {
  words: Words
  timeZone: string
  /** Where plans and payments are looked after. */
  page: string
}

type Email = Omit<SystemEmail, 'to'>

export interface UsageFacts {
  warning: UsageWarning
  used: number
  limit: number
  now: Date
}

export function usageEmail(reader: BillingReader, facts: UsageFacts, stop: string): Email {
  const t = reader.words.of('notices')
  const kind = usageKind(facts)
  const values = usageValues(reader, facts)
  return systemEmail(
    reader.words,
    { page: reader.page, stop },
    {
      ...{ subject: t(`${kind}.subject`, values), text: t(`${kind}.text`, values), facts: [] },
      ...{ action: t(`${kind}.action`, values), otherwise: t(`${kind}.otherwise`, values) },
    },
  )
}

export const usageSentence = (reader: BillingReader, facts: UsageFacts): string =>
  reader.words.of('notices')(`${usageKind(facts)}.phone`, { ...usageValues(reader, facts), page: reader.page })

const usageKind = ({ warning }: UsageFacts) => (warning === 100 ? 'usage_full' : 'usage_nearly')

function usageValues({ words: { language }, timeZone }: BillingReader, { used, limit, now }: UsageFacts): WordValues {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(usedPercent(used, limit) / 100)
  // With the time: the month starts at the same moment for everybody.
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(nextMonthOf(now))
  return { percent, used: number.format(used), limit: number.format(limit), when }
}

export type SubscriptionEmailFacts = DueNotice & { graceEndsAt: Date | null }

/** It has no unsubscribe link: it is about money. */
export function subscriptionEmail(reader: BillingReader, notice: SubscriptionEmailFacts): Email | null {
  const { kind } = notice
  if (kind === 'resumed') return null
  const t = reader.words.of('notices')
  const values = subscriptionValues(reader, notice)
  return systemEmail(
    reader.words,
    { page: reader.page, stop: null },
    {
      subject: t(`${kind}.subject`, values),
      text: t(`${kind}.text`, values),
      facts: kind === 'payment_failed' || kind === 'payment_missing' ? missingFacts(reader, notice) : [],
      action: t(`${kind}.action`, values),
      otherwise: t(`${kind}.otherwise`, values),
    },
  )
}

/** For the phone, where emails stop coming one by one; null for what can wait for the email. */
export function paymentSentence(reader: BillingReader, notice: SubscriptionEmailFacts): string | null {
  const { kind } = notice
  if (kind !== 'payment_failed' && kind !== 'payment_missing') return null
  return reader.words.of('notices')(`${kind}.phone`, { ...subscriptionValues(reader, notice), page: reader.page })
}

function missingFacts({ words, timeZone }: BillingReader, notice: SubscriptionEmailFacts): [string, string][] {
  const t = words.of('notices')
  const { language } = words
  const { unpaid, price, planNames, kind, graceEndsAt } = notice
  const payBy = kind === 'payment_failed' ? graceEndsAt : null
  return [
    [t('payment.plan'), planName(planNames, language)],
    [t('payment.amount'), formatMoney(unpaid ?? price, language)],
    ...(payBy ? [[t('payment.until'), formatDay(payBy, language, timeZone)] satisfies [string, string]] : []),
  ]
}

function subscriptionValues({ words: { language }, timeZone }: BillingReader, notice: SubscriptionEmailFacts): WordValues {
  const { kind, provider, planNames, price, interval, unpaid, trialEndsAt, cancelsAt, graceEndsAt } = notice
  const date = {
    ...{ payment_failed: graceEndsAt, payment_missing: null, payment_received: null },
    ...{ trial_ending: trialEndsAt, cancellation: cancelsAt, subscription_ended: null },
  }
  const when = kind === 'resumed' ? null : date[kind]
  return {
    ...{ provider, interval, plan: planName(planNames, language) },
    price: formatMoney(price, language),
    amount: formatMoney(unpaid ?? price, language),
    hasDate: when ? 'yes' : 'no',
    when: when ? formatDay(when, language, timeZone) : '',
  }
}

export function invoiceEmail(reader: BillingReader, { number, unpaid, dueAt }: OpenInvoice, instructions: string): Email {
  const { words, timeZone, page } = reader
  const { language } = words
  const t = words.of('notices')
  const amount = formatMoney(unpaid, language)
  const due = dueAt && formatDay(dueAt, language, timeZone)
  const values = { amount, number: number ?? '', due: due ?? '', hasNumber: number ? 'yes' : 'no', hasDue: due ? 'yes' : 'no' }
  const fact = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  return systemEmail(
    words,
    { page, stop: null },
    {
      subject: t('invoice_open.subject', values),
      text: t('invoice_open.text', values),
      facts: [
        ...fact(t('payment.number'), number),
        ...fact(t('payment.amount'), amount),
        ...fact(t('payment.due'), due),
        ...fact(t('payment.how'), instructions),
      ],
      action: t('invoice_open.action', values),
      otherwise: t('invoice_open.otherwise', values),
    },
  )
}

const formatDay = (at: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at)
