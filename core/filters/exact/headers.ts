// The headers that an exact test names, in the order of the names, of the mail or of all its parts.
import type { Header } from '../../message/source.ts'
import type { MailView } from '../../message/view.ts'

export function headersRead(
  { names, nth, parts }: { names: string[]; nth?: number | undefined; parts?: true | undefined },
  view: MailView,
): Header[] {
  const inner = parts ? (view.source?.parts.slice(1).map(part => part.headers) ?? []) : []
  const found = names.flatMap(name => [view.headers, ...inner].flatMap(headers => named(name, headers)))
  return nthOf(found, nth)
}

/** All of them without `nth`; a negative one counts from the last. */
export function nthOf<T>(all: T[], nth: number | undefined): T[] {
  if (nth === undefined) return all
  const one = all[nth > 0 ? nth - 1 : all.length + nth]
  return one === undefined ? [] : [one]
}

function named(name: string, headers: Header[]): Header[] {
  const wanted = name.toLowerCase()
  return headers.filter(header => header.name.toLowerCase() === wanted)
}
