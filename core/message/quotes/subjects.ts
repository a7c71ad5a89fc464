// Tells replies and forwarded emails by the prefix of their subject.
import { normalizeLine } from '../normalize-line.ts'
import { forwardPrefixes, replyPrefixes } from './words.ts'

export const isForwardSubject = (subject: string): boolean => startsWithAny(subject, forwardPrefixes)
export const isReplySubject = (subject: string): boolean => startsWithAny(subject, replyPrefixes)

/** Skips list tags such as `[builders]`; counters as in `Re[2]:` and `Re(2):` are part of the prefix. */
function startsWithAny(subject: string, prefixes: readonly string[]): boolean {
  const text = normalizeLine(subject.slice(0, 200)).replace(/^(?:\[[^\]]{0,60}\]\s*)+/, '')
  const prefix = /^([^:：[(]{1,20})(?:[[(]\d{1,3}[\])])?\s*[:：]/.exec(text)?.[1]
  return prefix !== undefined && prefixes.includes(prefix.trim())
}
