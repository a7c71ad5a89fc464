// Detects domains that can be mistaken for another: similar letters, typos, added words, another suffix.
import type { SenderSite } from './hosts.ts'

/** A domain that may be imitated. `name` is set for a brand. */
export interface ImitationTarget extends SenderSite {
  name?: string
  /** Also an ordinary word, so added words prove nothing. */
  isWord?: boolean
}

/** False for the domain itself. */
export function looksLike(site: SenderSite, target: ImitationTarget): boolean {
  if (site.domain === target.domain || site.suffix === '' || target.suffix === '') return false
  return containsDomain(site, target) || (site.label === target.label ? hasOtherSuffix(site, target) : isAlike(site, target))
}

/** `paypal.com.example.net` */
const containsDomain = (site: SenderSite, target: ImitationTarget): boolean =>
  site.host.startsWith(`${target.domain}.`) || site.host.includes(`.${target.domain}.`)

function isAlike({ label, shape }: SenderSite, target: ImitationTarget): boolean {
  if (hasAddedWords(label, target.label, target.isWord)) return true
  if (target.label.length < minLookalikeLength) return false
  return shape === target.shape || isTypo(label, target.label)
}

const minLookalikeLength = 4

const minTypoLength = 6
const twoTypoLength = 12

/** One edit apart, or two in a long name. */
function isTypo(label: string, target: string): boolean {
  const shortest = Math.min(label.length, target.length)
  if (shortest < minTypoLength || isSameButNumber(label, target)) return false
  return isWithinEditDistance(label, target, shortest < twoTypoLength ? 1 : 2)
}

/** `server1` and `server2` are siblings. */
const isSameButNumber = (a: string, b: string): boolean => /\d/.test(a) && /\d/.test(b) && a.replace(/\d+/g, '#') === b.replace(/\d+/g, '#')

/** At most `maxEdits` insertions, deletions, substitutions and swaps of neighbors apart. */
export function isWithinEditDistance(a: string, b: string, maxEdits: number): boolean {
  if (Math.abs(a.length - b.length) > maxEdits) return false
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > maxEdits) return false
    before = last
    last = row
  }
  return (last[b.length] ?? 0) <= maxEdits
}

/** Words that imitators add to a name. */
const lures = new Set(
  'secure security safe login signin logon account accounts verify verification verified update updates support service services help helpdesk helpcenter center online billing bill pay payment payments invoice alert alerts notice notification notifications team mail email info id web app portal auth confirm confirmation recovery unlock wallet delivery tracking track parcel package refund customer care official client user access sso my'.split(
    ' ',
  ),
)
const minJoinedLength = 5

/** `paypal-secure`, `secure-paypal`, `paypalsupport`. */
function hasAddedWords(label: string, target: string, isWord = false): boolean {
  if (!label.includes(target) || label === target) return false
  const parts = label.split('-')
  if (parts.length > 1 && parts.includes(target)) {
    const rest = parts.filter(part => part !== target)
    return (
      rest.length === 0 || rest.some(part => lures.has(part)) || (!isWord && target.length >= 6 && rest.every(part => /^\d+$/.test(part)))
    )
  }
  if (target.length < minJoinedLength) return false
  const rest = label.startsWith(target) ? label.slice(target.length) : label.endsWith(target) ? label.slice(0, -target.length) : ''
  return lures.has(rest.replaceAll('-', ''))
}

const minSuffixSwapLength = 5
/** Suffixes that are free of charge, or typos of `com`. */
const cheapSuffixes = new Set(['co', 'cm', 'om', 'tk', 'ml', 'ga', 'cf', 'gq', 'su', 'cc', 'pw'])

/** The same name under another suffix, except country codes, as companies own their name in many countries. */
function hasOtherSuffix(site: SenderSite, target: ImitationTarget): boolean {
  if (target.label.length < minSuffixSwapLength || target.isWord) return false
  const last = site.suffix.slice(site.suffix.lastIndexOf('.') + 1)
  return last.length > 2 || cheapSuffixes.has(last)
}
