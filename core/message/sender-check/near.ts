// Whether a domain may be taken for another: alike letters, a slip of the pen, added words, another ending.
import type { SenderSite } from './hosts.ts'

/** What may be imitated. `name`: what it is called, for a brand. */
export interface ImitationTarget extends SenderSite {
  name?: string
  /** Also a word of the language: added words alone say nothing. */
  isWord?: boolean
}

/** Different domains only; the same one is never near itself. */
export function isNear(site: SenderSite, target: ImitationTarget): boolean {
  if (site.domain === target.domain || site.suffix === '' || target.suffix === '') return false
  return isUnder(site, target) || (site.label === target.label ? isSwapped(site, target) : isAlike(site, target))
}

/** `paypal.com.example.net` */
const isUnder = (site: SenderSite, target: ImitationTarget): boolean =>
  site.host.startsWith(`${target.domain}.`) || site.host.includes(`.${target.domain}.`)

function isAlike({ label, shape }: SenderSite, target: ImitationTarget): boolean {
  if (hasWords(label, target.label, target.isWord)) return true
  if (target.label.length < shortestAlike) return false
  return shape === target.shape || isSlip(label, target.label)
}

const shortestAlike = 4

const shortSlip = 6
const longSlip = 12

/** One letter more, less or other, or two that changed places; two such slips in a long name. */
function isSlip(label: string, target: string): boolean {
  const shortest = Math.min(label.length, target.length)
  if (shortest < shortSlip || isSameButNumber(label, target)) return false
  return isWithin(label, target, shortest < longSlip ? 1 : 2)
}

/** `server1` and `server2` are siblings. */
const isSameButNumber = (a: string, b: string): boolean => /\d/.test(a) && /\d/.test(b) && a.replace(/\d+/g, '#') === b.replace(/\d+/g, '#')

/** Whether at most `most` insertions, deletions, changes and swaps of neighbours lead from one to the other. */
export function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
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
    if (Math.min(...row) > most) return false
    before = last
    last = row
  }
  return (last[b.length] ?? 0) <= most
}

/** What imitations hang on a name. */
const lures = new Set(
  'secure security safe login signin logon account accounts verify verification verified update updates support service services help helpdesk helpcenter center online billing bill pay payment payments invoice alert alerts notice notification notifications team mail email info id web app portal auth confirm confirmation recovery unlock wallet delivery tracking track parcel package refund customer care official client user access sso my'.split(
    ' ',
  ),
)
const shortestJoined = 5

/** `paypal-secure`, `secure-paypal`, `paypalsupport`. */
function hasWords(label: string, target: string, isWord = false): boolean {
  if (!label.includes(target) || label === target) return false
  const parts = label.split('-')
  if (parts.length > 1 && parts.includes(target)) {
    const rest = parts.filter(part => part !== target)
    return (
      rest.length === 0 || rest.some(part => lures.has(part)) || (!isWord && target.length >= 6 && rest.every(part => /^\d+$/.test(part)))
    )
  }
  if (target.length < shortestJoined) return false
  const rest = label.startsWith(target) ? label.slice(target.length) : label.endsWith(target) ? label.slice(0, -target.length) : ''
  return lures.has(rest.replaceAll('-', ''))
}

const shortestSwapped = 5
/** Endings that cost nothing, or that a finger hits for `com`. */
const cheap = new Set(['co', 'cm', 'om', 'tk', 'ml', 'ga', 'cf', 'gq', 'su', 'cc', 'pw'])

/** The same name under another ending. Companies have their name in many countries. */
function isSwapped(site: SenderSite, target: ImitationTarget): boolean {
  if (target.label.length < shortestSwapped || target.isWord) return false
  const last = site.suffix.slice(site.suffix.lastIndexOf('.') + 1)
  return last.length > 2 || cheap.has(last)
}
