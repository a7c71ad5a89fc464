// Detects senders whose display name impersonates somebody else.
import type { MailAddress } from '../view.ts'
import type { SenderReason } from './badge.ts'
import { brands } from './brands.ts'
import { isFreeMail } from './free-mail.ts'
import { parseAddressSite, parseSite, type SenderSite } from './hosts.ts'
import { type KnownSenders, minFamiliarCount } from './known-senders.ts'
import { isCommonWord, splitNameWords, toNameKey } from './name-key.ts'

export interface CheckedSender {
  from: MailAddress
  site: SenderSite
  replyTo: readonly MailAddress[]
  /** Automated, from a verified domain. */
  isProvenMachine: boolean
  isTrusted: boolean
}

export const findNameReason = (sender: CheckedSender, knownNames: KnownSenders['names']): SenderReason | null =>
  findOtherAddress(sender) ?? findBrandName(sender) ?? findKnownName(sender, knownNames)

/** Trusted services such as code hosts and calendars write in people's names. */
const actsForOthers = ({ isProvenMachine, isTrusted }: Pick<CheckedSender, 'isProvenMachine' | 'isTrusted'>): boolean =>
  isProvenMachine && isTrusted

/** Addresses that are clearly not a person's. */
const serviceAddress =
  /^[^@]{0,40}(?:notif|no[-_.]?reply|do[-_.]?not[-_.]?reply|comments?|invit|calendar|mailer|updates|reminder|share)[^@]{0,40}@/i

const maxNameLength = 200

/** `"service@bank.example" <x@elsewhere.example>`. Harmless if replies go to the named address. */
function findOtherAddress({ from, site, replyTo, ...sender }: CheckedSender): SenderReason | null {
  const named = /[\w.+-]{1,64}@([a-z\d][a-z\d.-]{0,200}\.[a-z]{2,24})\b/i.exec(from.name.slice(0, maxNameLength))
  const other = named && parseSite(named[1] ?? '')
  if (!other || actsForOthers(sender) || other.domain === site.domain) return null
  if (replyTo.some(({ address }) => parseAddressSite(address)?.domain === other.domain)) return null
  return { kind: 'name_address', seen: named[0].toLowerCase(), real: from.address }
}

const brandShapes = brands.map(({ name, targets }) => ({
  name,
  targets,
  words: splitNameWords(name).filter(word => word !== 'com'),
  labels: new Set(targets.map(target => target.label)),
}))

/** A brand's name with only common words next to it. */
function findBrandName({ from, site, ...sender }: CheckedSender): SenderReason | null {
  const words = splitNameWords(from.name)
  const own = words.filter(word => !isCommonWord(word))
  if (own.length === 0 || own.length > 2 || words.length > 6 || actsForOthers(sender)) return null
  const brand = brandShapes.find(one => one.words.length === own.length && one.words.every((word, i) => word === own[i]))
  if (!brand || brand.targets.some(({ domain }) => domain === site.domain)) return null
  // A brand's name in the domain is checked in near.ts.
  if (brand.labels.has(site.label) || brand.words.join('') === site.shape) return null
  return { kind: 'name_brand', seen: brand.name, real: from.address }
}

const maxDomainsPerName = 2

/** A name that the user knows from another address. */
function findKnownName({ from, site, ...sender }: CheckedSender, names: KnownSenders['names']): SenderReason | null {
  const isService = sender.isProvenMachine && serviceAddress.test(from.address)
  const key = isService || actsForOthers(sender) ? null : toNameKey(from.name)
  if (key === null) return null
  const entries = names.filter(one => one.key === key)
  const familiar = entries.filter(({ emails }) => emails >= minFamiliarCount)
  const [best] = familiar.toSorted((a, b) => b.emails - a.emails)
  if (!best || familiar.some(({ address }) => isSamePerson(address, from.address, site))) return null
  const domains = new Set(entries.map(({ address }) => parseAddressSite(address)?.domain))
  return domains.size > maxDomainsPerName + 1 ? null : { kind: 'name_known', seen: best.address, real: from.address }
}

/** Within a company any address is accepted; at a free mail provider it must be the same one. */
function isSamePerson(familiar: string, address: string, site: SenderSite): boolean {
  if (familiar === address) return true
  const other = parseAddressSite(familiar)
  if (!other || other.domain !== site.domain) return false
  return !isFreeMail(site.domain) || stripTag(familiar) === stripTag(address)
}

const stripTag = (address: string): string => address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '').replaceAll('.', '')
