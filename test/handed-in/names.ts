// Lists the words of names that an email's own headers give away.

import { getDomain } from 'tldts'
import type { MailView } from '../../core/message/view.ts'
import { isRole } from './disguise-text.ts'

/** In lower case. Words of two letters are too common to be replaced everywhere. */
export function listNames({ from, to, cc, replyTo }: Pick<MailView, 'from' | 'to' | 'cc' | 'replyTo'>): string[] {
  const people = [...from, ...to, ...cc, ...replyTo]
  const words = people.flatMap(({ name, address }) => {
    const [local = '', host = ''] = address.split('@')
    return [name, local, (getDomain(host) ?? '').split('.')[0] ?? ''].flatMap(text => text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [])
  })
  return [...new Set(words.map(word => word.toLowerCase()))].filter(word => word.length > 2 && !isRole(word))
}
