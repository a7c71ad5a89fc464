// Page numbers: reads them from a request and writes the headers that give the total.
import { z } from 'zod/mini'
import { refuse } from '../errors.ts'

export interface Page {
  page: number
  perPage: number
  offset: number
}

const Query = z.object({ page: z._default(z.string(), ''), per_page: z._default(z.string(), '') })
const mostPerPage = 1000

/** The client sends both parameters empty for the first page of 50. Throws 400. */
export function pageOf(query: unknown): Page {
  const given = Query.safeParse(query ?? {})
  if (!given.success) throw refuse('validation_failed', { message: 'Bad Pagination Parameters: give each once' })
  const page = Math.max(1, numberOf(given.data.page) ?? 1)
  const perPage = Math.min(mostPerPage, numberOf(given.data.per_page) || 50)
  return { page, perPage, offset: (page - 1) * perPage }
}

function numberOf(given: string): number | null {
  if (given === '') return null
  if (!/^\d{1,9}$/.test(given))
    throw refuse('validation_failed', { message: `Bad Pagination Parameters: ${JSON.stringify(given.slice(0, 20))} is no number from 0` })
  return Number(given)
}

/** The client reads the digit behind the first `=` of a link: `page` stands first. */
export function pageHeaders(path: string, { page, perPage }: Page, total: number): Record<string, string> {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}
