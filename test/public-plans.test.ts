// Checks every public page in both editions: no page of a server that sells claims to be free, and none of a free one speaks of buying.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { offerPlans, type ServerOffer } from '../core/plans/offer.ts'
import { Plan } from '../core/plans/plans.ts'
import { decimalAmount, formatMoney } from '../core/text/money.ts'
import startingPlans from '../server/billing/plans/starting-plans.json' with { type: 'json' }

const Rendered = z.array(z.object({ path: z.string(), language: z.string(), head: z.string(), body: z.string(), image: z.string() }))
type Rendered = z.infer<typeof Rendered>[number]
const Renderer = z.object({
  documents: z.custom<() => Promise<unknown>>(value => typeof value === 'function'),
  soldDocuments: z.custom<(offer?: ServerOffer) => Promise<unknown>>(value => typeof value === 'function'),
})
const renderer = Renderer.parse(await import(pathToFileURL(join(import.meta.dirname, '../web/prerender.tsx')).href))

const plans = z.array(Plan).parse(startingPlans.map(plan => ({ ...plan, version: 1 })))
const offer = offerPlans('stripe', plans, 'usd')
const free = Rendered.parse(await renderer.documents())
const sold = Rendered.parse(await renderer.soldDocuments(offer))
const soldPaths = new Set(sold.map(({ path }) => path))
const unchanged = free.filter(({ path }) => !soldPaths.has(path))

/** What only a server may say that sells nothing. */
const freeClaims = [
  /free\. everything included/i,
  /sells nothing/i,
  /no credit card/i,
  /Mailferry is free/i,
  /it[’']s free of charge/i,
  /no paid (?:plan|feature)/i,
  /for system emails\.(?! The payment)/i,
  /all your data is deleted immediately; the server admin/i,
  /as the user chooses: 30 days/i,
  /isAccessibleForFree/,
  /gratis\. todo incluido/i,
  /es gratis/i,
  /no vende nada/i,
  /sin tarjeta/i,
  /مجاني، وكل شيء مشمول/,
  /Mailferry مجاني/,
  /لا يبيع شيئًا/,
  /ولا بطاقة/,
]
/** What only a server may say that sells plans. */
const soldClaims = [
  /\bStripe\b/,
  /free trial/i,
  /\$\d/,
  /compare plans/i,
  /pay for what reaches/i,
  /depending on your plan/i,
  /plans and payments/i,
  /the payment service/i,
  /except invoices/i,
  /prueba gratis/i,
  /comparar planes/i,
  /paga por lo que llega/i,
  /التجربة المجانية/,
  /قارن الخطط/,
  /ادفع مقابل/,
]

const claimsIn = (pages: Rendered[], claims: RegExp[]) =>
  pages.flatMap(({ path, head, body }) => claims.filter(claim => claim.test(head + body)).map(claim => `${path}: ${claim.source}`))

test('no page of a server that sells plans claims that nothing is sold', () => {
  expect(claimsIn([...sold, ...unchanged], freeClaims)).toEqual([])
})

test('no page of a server that sells nothing speaks of buying a plan', () => {
  expect(claimsIn(free, soldClaims)).toEqual([])
})

test('each claim is made by its own edition, so that the lists are about real texts', () => {
  for (const language of ['en', 'es', 'ar']) {
    const inLanguage = (pages: Rendered[]) => pages.filter(page => page.language === language)
    expect(claimsIn(inLanguage(free), freeClaims).length, language).toBeGreaterThan(4)
    expect(claimsIn(inLanguage(sold), soldClaims).length, language).toBeGreaterThan(3)
  }
})

test('before the plans are known, a page names no price, claims nothing and knows no provider', async () => {
  const unknown = Rendered.parse(await renderer.soldDocuments())
  expect(unknown.map(({ path }) => path)).toEqual(sold.map(({ path }) => path))
  expect(claimsIn(unknown, [...freeClaims, /\$\d/, /\bStripe\b/, /"offers"/])).toEqual([])
})

test('terms and privacy name who takes payments', async () => {
  const byInvoice = Rendered.parse(await renderer.soldDocuments(offerPlans('invoice', plans, 'usd')))
  for (const path of ['/terms', '/privacy', '/pricing']) {
    expect(bodyOf(sold, path)).toMatch(/Stripe/)
    expect(bodyOf(byInvoice, path)).not.toMatch(/Stripe/)
    expect(bodyOf(byInvoice, path)).toMatch(/invoice/i)
  }
})

test.each(['en', 'es', 'ar'])('pricing and home show every price in %s, both by month and by year', language => {
  const prefix = language === 'en' ? '' : `/${language}`
  const texts = offer.items.flatMap(({ prices }) => prices.map(price => formatMoney(price, language, true)))
  expect(texts).toHaveLength(4)
  for (const path of [`${prefix}/pricing`, prefix || '/']) for (const text of texts) expect(bodyOf(sold, path), path).toContain(text)
})

test('names of plans are in the language of the page', () => {
  expect(bodyOf(sold, '/es/pricing')).toContain('Empresa')
  expect(bodyOf(sold, '/ar/pricing')).toContain('شخصية')
})

const Offers = z.array(
  z.object({
    name: z.string(),
    price: z.string(),
    priceCurrency: z.string(),
    url: z.string(),
    priceSpecification: z.optional(z.object({ price: z.string(), unitCode: z.string() })),
  }),
)
const Graph = z.object({ '@graph': z.array(z.looseObject({ '@type': z.string(), offers: z.optional(z.unknown()) })) })

test.each(['/', '/pricing', '/features', '/ar/pricing'])('the offers in the structured data of %s equal the plans', path => {
  const page = sold.find(one => one.path === path)
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page?.head ?? '')?.[1] ?? ''
  const product = Graph.parse(JSON.parse(json))['@graph'].find(item => item['@type'] === 'SoftwareApplication')
  const offers = Offers.parse(product?.offers)
  const expected = offer.items.flatMap(({ prices }) =>
    prices.length === 0
      ? [['0', 'USD', undefined]]
      : prices.map(price => [decimalAmount(price), 'USD', price.interval === 'year' ? 'ANN' : 'MON']),
  )
  expect(offers.map(({ price, priceCurrency, priceSpecification }) => [price, priceCurrency, priceSpecification?.unitCode])).toEqual(
    expected,
  )
  expect(offers.every(({ url }) => url.endsWith('/pricing'))).toBe(true)
})

test('the share image of the pricing page is that of its edition', () => {
  expect(sold.find(({ path }) => path === '/pricing')?.head).toContain('/og/siteplans.png')
  expect(free.find(({ path }) => path === '/pricing')?.head).toContain('/og/pricing.png')
})

const bodyOf = (pages: Rendered[], path: string): string => pages.find(page => page.path === path)?.body ?? ''
