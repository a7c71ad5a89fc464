// Reads page numbers from a request, and writes the headers with the total.
import { z } from 'zod/mini'
import { refuse } from '../errors.ts'
import { ShortText } from '../shapes.ts'

export interface Page {
  page: number
  perPage: number
  offset: number
}

const Query = z.object({ page: z._default(ShortText, ''), per_page: z._default(ShortText, '') })
const maxPerPage = 1000

/** The client sends both parameters empty for the first page of 50. Throws 400. */
export function readPageNumbers(query: unknown): Page {
  const parsed = Query.safeParse(query ?? {})
  if (!parsed.success) throw refuse('validation_failed', { message: 'Bad Pagination Parameters: give each once' })
  const page = Math.max(1, parseNumber(parsed.data.page) ?? 1)
  const perPage = Math.min(maxPerPage, parseNumber(parsed.data.per_page) || 50)
  return { page, perPage, offset: (page - 1) * perPage }
}

function parseNumber(text: string): number | null {
  if (text === '') return null
  if (!/^\d{1,9}$/.test(text))
    throw refuse('validation_failed', { message: `Bad Pagination Parameters: ${JSON.stringify(text.slice(0, 20))} is not a number from 0` })
  return Number(text)
}

/** The client reads the number after the first `=` in a link, so that `page` must come first. */
export function pageHeaders(path: string, { page, perPage }: Page, total: number): Record<string, string> {
  const last = Math.ceil(total / perPage)
  const link = (target: number, rel: string) => `<${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}
