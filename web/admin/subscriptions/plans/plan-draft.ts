// Turns the typed fields of a plan into its terms, or says what is wrong.
import { freePlanId, type Interval, type Plan, PlanTerms, type Price } from '../../../../core/plans/plans.ts'
import { parseAmount, parseCount, writeAmount } from '../amounts.ts'

export interface PlanDraft {
  id: string
  /** By language. */
  names: Record<string, string>
  mailboxes: string
  filters: string
  deliveries: string
  retention: string
  trialDays: string
  instant: boolean
  attachments: boolean
  apiKeys: boolean
  /** By currency and interval. */
  prices: { currency: string; interval: Interval; amount: string }[]
}

export type PlanProblem = 'idWrong' | 'nameMissing' | 'numberWrong' | 'retentionWrong' | 'trialWrong' | 'priceWrong'

export function draftOf(plan: Plan | null, currency: string): PlanDraft {
  const currencies = [...new Set([...(plan?.prices ?? []).map(price => price.currency), currency])]
  const limits = plan?.limits
  const priceOf = (code: string, interval: Interval) => plan?.prices.find(price => price.currency === code && price.interval === interval)
  return {
    ...{ id: plan?.id ?? '', names: { en: '', ...plan?.names } },
    ...{ mailboxes: write(limits?.mailboxes), filters: write(limits?.filters), deliveries: write(limits?.deliveriesPerMonth) },
    ...{ retention: String(limits?.retentionDays ?? 30), trialDays: String(plan?.trialDays ?? 0) },
    ...{ instant: limits?.instant ?? true, attachments: limits?.attachments ?? true, apiKeys: limits?.apiKeys ?? false },
    prices: currencies.flatMap(code =>
      (['month', 'year'] as const).map(interval => {
        const price = priceOf(code, interval)
        return { currency: code, interval, amount: price ? writeAmount(price.amount, code) : '' }
      }),
    ),
  }
}

const write = (limit: number | null | undefined): string => (limit === null || limit === undefined ? '' : String(limit))

export function readPlan(draft: PlanDraft): PlanTerms | PlanProblem {
  const names = Object.fromEntries(Object.entries(draft.names).flatMap(([code, name]) => (name.trim() ? [[code, name.trim()]] : [])))
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(draft.id)) return 'idWrong'
  if (!names['en']) return 'nameMissing'
  const [mailboxes, filters, deliveries] = [draft.mailboxes, draft.filters, draft.deliveries].map(parseCount)
  if (mailboxes === undefined || filters === undefined || deliveries === undefined) return 'numberWrong'
  const retentionDays = parseCount(draft.retention)
  if (retentionDays === null || retentionDays === undefined || retentionDays > 365) return 'retentionWrong'
  const trialDays = parseCount(draft.trialDays)
  if (trialDays === null || trialDays === undefined || trialDays > 365) return 'trialWrong'
  const prices = readPrices(draft.prices)
  if (!prices) return 'priceWrong'
  const { instant, attachments, apiKeys } = draft
  const limits = { mailboxes, filters, deliveriesPerMonth: deliveries, instant, attachments, retentionDays, apiKeys }
  const terms = PlanTerms.safeParse({ id: draft.id, names, limits, prices, trialDays })
  return terms.success ? terms.data : 'priceWrong'
}

/** Null if the text is not an amount. */
function readPrices(prices: PlanDraft['prices']): Price[] | null {
  const read: Price[] = []
  for (const { currency, interval, amount: typed } of prices) {
    if (typed.trim() === '') continue
    const amount = parseAmount(typed, currency)
    if (!amount) return null
    read.push({ currency, interval, amount })
  }
  return read
}

/** Its prices stay empty, and it is always on sale: the server refuses anything else. */
export const isFree = ({ id }: Pick<PlanDraft, 'id'>): boolean => id === freePlanId
