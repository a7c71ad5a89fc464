// Reads the headers that an exact test names, in the order of the names, from the email or all its parts.
import type { MessageHeader } from '../../message/source.ts'
import type { MailView } from '../../message/view.ts'

export function readHeaders(
  { names, nth, parts }: { names: string[]; nth?: number | undefined; parts?: true | undefined },
  view: MailView,
): MessageHeader[] {
  const inner = parts ? (view.source?.parts.slice(1).map(part => part.headers) ?? []) : []
  const found = names.flatMap(name => [view.headers, ...inner].flatMap(headers => findByName(name, headers)))
  return pickNth(found, nth)
}

/** Returns all without `nth`; a negative `nth` counts from the end. */
export function pickNth<T>(all: T[], nth: number | undefined): T[] {
  if (nth === undefined) return all
  const picked = all[nth > 0 ? nth - 1 : all.length + nth]
  return picked === undefined ? [] : [picked]
}

function findByName(name: string, headers: MessageHeader[]): MessageHeader[] {
  const wanted = name.toLowerCase()
  return headers.filter(header => header.name.toLowerCase() === wanted)
}
