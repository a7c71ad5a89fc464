// Renders an invoice by hand as one HTML page that prints well and loads no other files.
import { z } from 'zod/mini'
import { type Interval, type Plan, planName } from '../../../core/plans/plans.ts'
import { formatMoney } from '../../../core/text/money.ts'
import { directionOf } from '../../../core/words/languages.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { type HandInvoice, HandLine } from './owners.ts'
import { formatNumber } from './snapshot.ts'

/** Who sells, and how to pay them. */
export interface InvoiceIssuer {
  name: string | null
  address: string | null
  email: string | null
  instructions: string
}

export interface InvoiceDocument {
  invoice: HandInvoice
  issuer: InvoiceIssuer
  buyer: { email: string | null; words: Words }
  readPlan(priceRef: string): Promise<{ plan: Pick<Plan, 'id' | 'names'>; interval: Interval }>
}

export async function renderInvoice({ invoice, issuer, buyer, readPlan }: InvoiceDocument) {
  const { language } = buyer.words
  const t = buyer.words.of('billing')
  const number = formatNumber(invoice.number)
  const day = (date: Date) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  const money = (amount: number) => formatMoney({ amount, currency: invoice.currency }, language)
  const rows: [string, string][] = []
  for (const line of z.array(HandLine).parse(invoice.lines)) {
    const { plan, interval } = await readPlan(line.priceRef)
    const what = t(`document.line.${line.kind}`, { plan: planName(plan, language), interval })
    const period = line.from && line.to ? t('document.period', { from: day(new Date(line.from)), to: day(new Date(line.to)) }) : ''
    rows.push([[what, period].filter(Boolean).join(' · '), money(line.amount)])
  }
  rows.push([t('document.total'), money(invoice.total)])
  if (invoice.refunded > 0) rows.push([t('document.refunded'), money(-invoice.refunded)])
  const seller = [issuer.name ?? 'Mailferry', ...(issuer.address ?? '').split('\n'), issuer.email ?? '']
  const page = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(t('document.title', { number }))}</title>
<style>${style}</style></head>
<body><main>
<h1>${escape(t('document.title', { number }))}</h1>
<dl>
${definition(t('document.issued'), day(invoice.issued_at))}
${definition(t('document.due'), day(invoice.due_at))}
${definition(t('document.from'), seller.filter(Boolean).join('\n'))}
${definition(t('document.to'), buyer.email ?? '')}
</dl>
<table><thead><tr><th scope="col">${escape(t('document.item'))}</th><th scope="col">${escape(t('document.amount'))}</th></tr></thead>
<tbody>${rows.map(([what, amount]) => `<tr><td>${escape(what)}</td><td>${escape(amount)}</td></tr>`).join('\n')}</tbody></table>
${stateOf(invoice, issuer, t, day)}
</main></body></html>
`
  return { name: `invoice-${number}.html`, type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(page) }
}

function stateOf(
  { state, paid_at }: HandInvoice,
  { instructions }: InvoiceIssuer,
  t: Translate<'billing'>,
  day: (date: Date) => string,
): string {
  if (state === 'void') return `<p>${escape(t('document.void'))}</p>`
  if (state === 'paid' && paid_at) return `<p>${escape(t('document.paid', { day: day(paid_at) }))}</p>`
  return instructions ? `<h2>${escape(t('document.howToPay'))}</h2><p class="lines">${escape(instructions)}</p>` : ''
}

const definition = (name: string, value: string): string => `<dt>${escape(name)}</dt><dd class="lines">${escape(value)}</dd>`

const style = `
body{font:16px/1.5 system-ui,sans-serif;color:#111;background:#fff;margin:2rem}
main{max-width:42rem;margin:auto}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}
dt{font-weight:600}dd{margin:0}
table{width:100%;border-collapse:collapse;margin:2rem 0}
th,td{padding:.5rem;border-bottom:1px solid #ccc;text-align:start}
th:last-child,td:last-child{text-align:end;white-space:nowrap}
tbody tr:last-child{font-weight:600}
.lines{white-space:pre-line}
@media print{body{margin:0}}`

const escape = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0) ?? 0};`)
