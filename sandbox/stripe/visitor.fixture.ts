// Visits the hosted pages by HTTP as a browser without scripts would: fills in forms and follows redirects.
type FormValues = Record<string, string>

export interface VisitedPage {
  /** Where the visit ended; a page of the shop is not fetched. */
  url: string
  status: number
  text: string
  /** What the page says went wrong. */
  problem: string | null
}

export interface PayOptions {
  card?: string | null
  expiry?: string
  cvc?: string
  name?: string
  email?: string
  /** A promotion code to apply first. */
  code?: string
  /** What is clicked on the bank's page; `leave` stops there. */
  bank?: 'complete' | 'fail' | 'leave'
}

/** Opens a page and follows redirects as long as they stay at the stand-in. */
export async function visit(url: string, form?: FormValues): Promise<VisitedPage> {
  const origin = new URL(url).origin
  const body = form && new URLSearchParams(form)
  const response = await fetch(url, { redirect: 'manual', ...(body && { method: 'POST', body }) })
  const target = response.headers.get('location')
  if (target === null) {
    const text = await response.text()
    return { url, status: response.status, text, problem: problemOf(text) }
  }
  const next = new URL(target, url)
  if (next.origin === origin) return visit(next.href)
  return { url: next.href, status: response.status, text: '', problem: null }
}

/** Submits the page's form that has these fields; other fields keep the values that the page gave them. */
export async function submit(page: VisitedPage, fields: FormValues, action?: string): Promise<VisitedPage> {
  const names = Object.keys(fields)
  const form = formsOf(page.text).find(
    one => (action === undefined || one.action.endsWith(action)) && names.every(name => name in one.values || one.buttons.includes(name)),
  )
  if (!form) throw new Error(`${page.url} has no form with ${names.join(', ')}: ${page.text.replace(/<[^>]+>/g, ' ')}`)
  return visit(new URL(form.action, page.url).href, { ...form.values, ...fields })
}

/** Pays on the page of a checkout or an invoice. */
export async function payByCard(url: string, options: PayOptions = {}): Promise<VisitedPage> {
  const { code, bank = 'complete', card = '4242 4242 4242 4242', ...others } = options
  let page = await visit(url)
  if (code !== undefined) page = await submit(page, { code })
  if (page.problem !== null) return page
  page = await submit(page, { ...(card !== null && { card }), ...others })
  return bank !== 'leave' && page.url.includes('/3ds/') ? submit(page, { outcome: bank }) : page
}

interface SentFields {
  action: string
  values: FormValues
  /** Names of buttons that send a value. */
  buttons: string[]
}

function formsOf(text: string): SentFields[] {
  return [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => {
    const inputs = [...inner.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => input)
    const sent = inputs.filter(input => attribute(input, 'type') !== 'radio' || /\bchecked\b/.test(input))
    const buttons = [...inner.matchAll(/<button\b([^>]*)>/g)].flatMap(([, button = '']) => attribute(button, 'name') || [])
    const values = Object.fromEntries(sent.map(input => [attribute(input, 'name'), attribute(input, 'value')]))
    return { action: attribute(attributes, 'action'), values, buttons }
  })
}

const attribute = (tag: string, name: string): string => unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const problemOf = (text: string): string | null => {
  const found = /role="alert"[^>]*>([^<]*)</.exec(text)?.[1]
  return found === undefined ? null : unescapeHtml(found)
}

const unescapeHtml = (text: string): string => text.replace(/&#(\d+);/g, (_found, code: string) => String.fromCodePoint(Number(code)))
